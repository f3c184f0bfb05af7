/** Times in milliseconds and sizes, one place for all of them. */
export interface McpLimits {
  /** LIF-04: from the moment a slot is taken to `ready`. */
  readonly discoveryMs: number;
  /** LIF-03: the same for a set-up of a stdio server. */
  readonly setupMs: number;
  /** LIF-04: initialise, probe and fallback together; a set-up has none of its own. */
  readonly initialiseMs: number;
  /** LIF-04: each tools/list request. */
  readonly listMs: number;
  /** CHG-02. */
  readonly refreshMs: number;
  /** PER-08: from dispatch to the end of a call, progress or not. */
  readonly callMs: number;
  /** How long one era is waited for before the other is tried beside it. */
  readonly probeMs: number;
  /** Least time between the ends and starts of two refreshes; doubles while a storm lasts. */
  readonly refreshGapMs: number;
  /** One stage of stopping a process: end of input, then SIGTERM, then SIGKILL. */
  readonly stopStageMs: number;
  /** CAT-03. */
  readonly validateMs: number;
}

export const defaultLimits: McpLimits = {
  discoveryMs: 15_000,
  setupMs: 120_000,
  initialiseMs: 10_000,
  listMs: 10_000,
  refreshMs: 15_000,
  callMs: 60_000,
  probeMs: 3_000,
  refreshGapMs: 250,
  stopStageMs: 2_000,
  validateMs: 250,
};

/** LIF-08. */
export const MAX_TOOLS = 500;
/** One message, either transport. A larger one fails alone. */
export const MAX_MESSAGE_BYTES = 10 * 1_024 * 1_024;
/** Brackets within brackets in one message; below where the engine's own JSON writer gives up. */
export const MAX_MESSAGE_DEPTH = 6_000;
/** All definitions of one catalog, as JSON. */
export const MAX_CATALOG_BYTES = 10 * 1_024 * 1_024;
/** At most this many initialise at once (LIF-02). */
export const MAX_CONNECTING = 3;
