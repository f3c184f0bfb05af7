import { createContext, useContext } from "react";
import { type StoreApi, useStore } from "zustand";
import { type Capabilities, capabilitiesOf } from "./capabilities.js";
import type { Services } from "./services.js";

export const ServicesContext = createContext<Services | null>(null);

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error("no services above this component");
  return services;
}

/** The state of a store, followed. */
export function useValue<State>(store: StoreApi<State>): State {
  return useStore(store);
}

/** What this Loop has, for every screen below the root. */
export function useCapabilities(): Capabilities {
  return capabilitiesOf(useValue(useServices().appState.store).value);
}
