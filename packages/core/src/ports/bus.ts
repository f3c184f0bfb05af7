/** What a ring says: where to look, never what happened. */
export interface Ring {
  readonly topic: string;
  readonly id: string;
  readonly seq?: number;
}

/** A doorbell, lossy by contract: a lost ring costs a poll, never a fact (law 1). */
export interface Bus {
  publish(ring: Ring): void;
  /** Resolves once rings will be heard; the returned function ends it. */
  subscribe(topic: string, hear: (ring: Ring) => void): Promise<() => void>;
  close(): Promise<void>;
}
