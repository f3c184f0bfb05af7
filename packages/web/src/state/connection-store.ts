import { createStore, type StoreApi } from "zustand/vanilla";
import type { HubStatus } from "../api/event-hub/messages.js";

export interface Connection {
  readonly status: HubStatus;
}

export function createConnectionStore(): StoreApi<Connection> {
  return createStore<Connection>(() => ({ status: "connecting" }));
}
