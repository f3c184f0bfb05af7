import type { HubEffect, HubEvent } from "./next-hub.js";

const PROBE_WITHIN_MS = 4_000;

/** Asks Loop for the present cursor; tells "stopped" from "not signed in", which a stream cannot. */
export async function probe(attempt: number): Promise<HubEvent> {
  try {
    const response = await fetch("/api/state", { signal: AbortSignal.timeout(PROBE_WITHIN_MS) });
    if (response.status === 401) return { type: "refused", attempt };
    const state: unknown = response.ok ? await response.json() : null;
    const hasCursor = typeof state === "object" && state !== null && "cursor" in state;
    if (!hasCursor || typeof state.cursor !== "string") return { type: "failed", attempt };
    return { type: "probed", attempt, cursor: state.cursor };
  } catch {
    return { type: "failed", attempt };
  }
}

export interface StreamListener {
  readonly happen: (event: HubEvent) => void;
  /** The JSON of one event. */
  readonly deliver: (text: string) => void;
}

export function openStream(effect: Extract<HubEffect, { type: "open" }>, listener: StreamListener): EventSource {
  const { attempt, cursor, conversations } = effect;
  const { happen, deliver } = listener;
  const query = new URLSearchParams([["after", cursor], ...conversations.map((id) => ["conversation", id])]);
  const source = new EventSource(`/api/events?${query.toString()}`);
  source.addEventListener("open", () => happen({ type: "opened", attempt }));
  source.addEventListener("error", () => happen({ type: "failed", attempt }));
  source.addEventListener("reset", (message) =>
    happen({ type: "reset", attempt, cursor: message.lastEventId || null }),
  );
  source.addEventListener("message", (message) => {
    if (message.lastEventId !== "") happen({ type: "received", attempt, cursor: message.lastEventId });
    if (typeof message.data === "string") deliver(message.data);
  });
  return source;
}
