import type { SessionEvent } from "@loop/contract";
import type { Clock, HostSession, TurnHost, TurnLease, TurnSetup, TurnStore } from "@loop/core/host";
import { TurnLog } from "./turn-log.js";

const BEAT_MS = 3_000;
/** An owner that could not renew for this long stops before anybody else may take the turn for abandoned. */
const GIVE_UP_MS = 7_000;

export interface RunningTurnOptions {
  readonly lease: TurnLease;
  readonly leaseMs: number;
  readonly turns: Pick<TurnStore, "append" | "renew" | "appendMessages" | "recordDispatch">;
  /** What this turn alone works with; null for the session's own. */
  readonly setup: TurnSetup | null;
  readonly clock: Clock;
  readonly report: (line: string) => void;
}

/** What the session is asked to do in this turn. */
export type TurnWork = (host: TurnHost, signal: AbortSignal) => ReturnType<HostSession["runPrompt"]>;

/** One turn under its lease: beats while it runs, writes what happens, and always ends. */
export class RunningTurn {
  readonly lease: TurnLease;
  readonly #options: RunningTurnOptions;
  readonly #abort = new AbortController();
  readonly #log: TurnLog;
  #isInterrupted = false;
  #hasEnded = false;
  #isLost = false;
  #cancelBeat: () => void = () => undefined;
  #cancelWatch: () => void = () => undefined;

  constructor(options: RunningTurnOptions) {
    this.#options = options;
    this.lease = options.lease;
    this.#log = new TurnLog({ ...options, onBroken: () => this.#lose() });
  }

  /** The turn ends as stopped; what was sent stays sent. */
  cancel(): void {
    this.#abort.abort();
  }

  /** The turn ends as interrupted, because the host goes away. */
  interrupt(): void {
    this.#isInterrupted = true;
    this.#abort.abort();
  }

  /** Renews the lease; never rejects. A turn that cannot do so in time stops, and writes nothing more. */
  async beat(): Promise<void> {
    if (this.#isOver()) return;
    try {
      const isHeld = await this.#options.turns.renew(this.lease, this.#options.leaseMs);
      if (isHeld) this.#watch();
      else this.#lose();
    } catch {
      return; // the watch ends the turn, unless a later beat comes through
    }
  }

  /** Resolves when the turn is over, however. True unless the lease was lost, so that the history is not what is stored. */
  async run(work: TurnWork): Promise<boolean> {
    this.#watch();
    this.#scheduleBeat();
    try {
      await work(this.#host(), this.#abort.signal);
      await this.#endIfOpen();
    } catch {
      await this.#endIfOpen();
    } finally {
      this.#hasEnded = true;
      this.#cancelBeat();
      this.#cancelWatch();
    }
    return !this.#isLost;
  }

  #host(): TurnHost {
    const { turns, setup } = this.#options;
    return {
      ...(setup === null ? {} : { setup }),
      turnId: this.lease.turnId,
      emit: (event) => this.#emit(event),
      saveMessages: (messages) => turns.appendMessages(this.lease, messages),
      beforeDispatch: (callId) => turns.recordDispatch(this.lease, callId),
    };
  }

  async #emit(event: SessionEvent): Promise<void> {
    // The start was stored with the turn, in one step.
    if (event.type === "turn-start") return;
    if (event.type !== "turn-end") return this.#log.emit(event);
    await this.#log.emit(this.#endOf(event));
    this.#hasEnded = true;
  }

  #endOf(event: Extract<SessionEvent, { type: "turn-end" }>): SessionEvent {
    if (!this.#isInterrupted || event.reason !== "stopped") return event;
    return { ...event, reason: "interrupted", code: "turn-interrupted" };
  }

  /** A session that broke off without an end still has one in the log, unless the log itself is gone. */
  async #endIfOpen(): Promise<void> {
    if (this.#isOver()) return;
    const { turnId } = this.lease;
    const at = this.#options.clock.isoNow();
    this.#options.report("A turn broke off unexpectedly and was ended.");
    await this.#log
      .emit({ type: "turn-end", turnId, at, reason: "failed", code: "turn-failed" })
      .catch(() => undefined); // the reaper ends it
  }

  #lose(): void {
    if (this.#isOver()) return;
    this.#isLost = true;
    this.#options.report("A turn could not be kept and was stopped; nothing of it is sent any more.");
    this.#abort.abort();
  }

  #isOver(): boolean {
    return this.#isLost || this.#hasEnded;
  }

  #watch(): void {
    this.#cancelWatch();
    if (!this.#isOver()) this.#cancelWatch = this.#options.clock.setTimer(GIVE_UP_MS, () => this.#lose());
  }

  #scheduleBeat(): void {
    if (this.#isOver()) return;
    this.#cancelBeat = this.#options.clock.setTimer(BEAT_MS, () => {
      void this.beat(); // never rejects
      this.#scheduleBeat();
    });
  }
}
