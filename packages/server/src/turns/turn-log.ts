import type { SessionEvent } from "@loop/contract";
import type { Clock, TurnLease, TurnStore } from "@loop/core/host";

export interface TurnLogOptions {
  readonly turns: Pick<TurnStore, "append">;
  readonly lease: TurnLease;
  readonly clock: Clock;
  /** Called once, when something could not be written: the turn must stop. */
  readonly onBroken: () => void;
}

type Delta = Extract<SessionEvent, { type: "text-delta" | "reasoning-delta" }>;

const GATHER_MS = 50;
const MOST_GATHERED_CHARACTERS = 16_384;

/** Writes one turn's events in order. Text is gathered for a moment; whatever else happens comes after all of it. */
export class TurnLog {
  readonly #options: TurnLogOptions;
  #gathered: Delta[] = [];
  #cancelFlush: (() => void) | null = null;
  #tail: Promise<void> = Promise.resolve();
  #failure: { readonly error: unknown } | null = null;

  constructor(options: TurnLogOptions) {
    this.#options = options;
  }

  /** Resolves once the event is stored; for text, once it is gathered. Rejects when the log is broken. */
  async emit(event: SessionEvent): Promise<void> {
    if (this.#failure !== null) throw this.#failure.error;
    if (event.type !== "text-delta" && event.type !== "reasoning-delta") return this.#write([event]);
    this.#gather(event);
    if (this.#gatheredCharacters() >= MOST_GATHERED_CHARACTERS) return this.#write([]);
    this.#cancelFlush ??= this.#options.clock.setTimer(GATHER_MS, () => {
      this.#write([]).catch(() => undefined); // `onBroken` has said so
    });
  }

  #gather(delta: Delta): void {
    const last = this.#gathered.at(-1);
    if (last?.type === delta.type) this.#gathered.splice(-1, 1, { ...last, text: last.text + delta.text });
    else this.#gathered.push(delta);
  }

  #gatheredCharacters(): number {
    return this.#gathered.reduce((sum, delta) => sum + delta.text.length, 0);
  }

  #write(events: readonly SessionEvent[]): Promise<void> {
    this.#cancelFlush?.();
    this.#cancelFlush = null;
    const batch = [...this.#gathered, ...events];
    this.#gathered = [];
    const written = this.#tail.then(() => this.#append(batch));
    this.#tail = written.catch(() => undefined);
    return written;
  }

  async #append(batch: readonly SessionEvent[]): Promise<void> {
    if (this.#failure !== null) throw this.#failure.error;
    if (batch.length === 0) return;
    try {
      await this.#options.turns.append(this.#options.lease, batch);
    } catch (error) {
      this.#failure = { error };
      this.#options.onBroken();
      throw error;
    }
  }
}
