import type { SessionEvent } from "@loop/contract";
import type { Message } from "../agent/messages.js";
import type { Clock } from "../kit/clock.js";
import { LeaseLostError } from "../ports/turn-store.js";
import type { TurnHost } from "./agent-session-types.js";

type WithoutBase<T> = T extends SessionEvent ? Omit<T, "turnId" | "at" | "seq" | "conversationId"> : never;
export type EventDraft = WithoutBase<SessionEvent>;

export interface TurnOutputOptions {
  readonly host: TurnHost;
  readonly clock: Clock;
  /** Keeps messages the host has stored. */
  readonly remember: (messages: readonly Message[]) => void;
  /** Called once, when the host could not take something: nothing may be sent any more. */
  readonly abandon: () => void;
}

/** Everything a turn gives to its host, in order. After the host's first rejection nothing more goes out. */
export class TurnOutput {
  readonly #options: TurnOutputOptions;
  #failure: { readonly error: unknown } | null = null;

  constructor(options: TurnOutputOptions) {
    this.#options = options;
  }

  get turnId(): string {
    return this.#options.host.turnId;
  }

  /** What the host rejected with; null while it takes everything. */
  get failure(): { readonly error: unknown } | null {
    return this.#failure;
  }

  async emit(draft: EventDraft): Promise<void> {
    const { host, clock } = this.#options;
    await this.#give(() => host.emit({ ...draft, turnId: host.turnId, at: clock.isoNow() }));
  }

  async save(messages: readonly Message[]): Promise<void> {
    const { host, remember } = this.#options;
    await this.#give(async () => host.saveMessages?.(messages));
    remember(messages);
  }

  /** Right before a call is sent. Throws where the lease is gone, so that nothing is. */
  async beforeDispatch(callId: string): Promise<void> {
    const { host } = this.#options;
    await this.#give(async () => {
      const mayGo = (await host.beforeDispatch?.(callId)) ?? true;
      if (!mayGo) throw new LeaseLostError();
    });
  }

  async #give(action: () => Promise<void>): Promise<void> {
    if (this.#failure !== null) throw this.#failure.error;
    try {
      await action();
    } catch (error) {
      this.#failure = { error };
      this.#options.abandon();
      throw error;
    }
  }
}
