import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../kit/clock.js";
import { POOL_OPTIONS, type PoolOptions, type Seat, WorkerPool } from "./pool.js";
import { CONTROL, type FromWorker, type RunMessage, readFromWorker } from "./protocol.js";
import { type EngineHost, type EngineRun, endedWith, type ScriptEngine } from "./script-engine.js";
import { leavesThreadClean, type ScriptEnd } from "./script-errors.js";

/** How often the watchdog looks, and how long past the budget it waits: an engine call can be deaf for seconds. */
const WATCH_MS = 250;
const GRACE_MS = 500;

/** QuickJS in WebAssembly in pooled worker threads; stops by flag, by budget, and by ending the thread (CM-04). */
export class WorkerEngine implements ScriptEngine {
  readonly #pool: WorkerPool;
  readonly #clock: Clock;
  #nextRun = 1;

  constructor(clock: Clock, options: PoolOptions = POOL_OPTIONS) {
    this.#clock = clock;
    this.#pool = new WorkerPool(options);
  }

  async run(run: EngineRun, host: EngineHost, signal: AbortSignal): Promise<ScriptEnd> {
    const seat = await this.#pool.take(run.owner ?? null, signal);
    if (seat === null) return endedWith(signal.aborted ? "cancelled" : "busy");
    if (signal.aborted) {
      this.#pool.release(seat);
      return endedWith("cancelled");
    }
    const runId = this.#nextRun;
    this.#nextRun += 1;
    const end = await new SupervisedRun({ seat, runId, run, host, signal, clock: this.#clock }).start();
    if (leavesThreadClean(end.code)) this.#pool.release(seat);
    else this.#pool.discard(seat);
    return end;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }
}

/** One engine serves every session of a host, which closes it. No thread starts before the first script. */
export function createScriptEngine(clock: Clock): ScriptEngine {
  return new WorkerEngine(clock);
}

interface RunParts {
  readonly seat: Seat;
  readonly runId: number;
  readonly run: EngineRun;
  readonly host: EngineHost;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** One script on one seat, from its first message to its end, which comes exactly once. */
class SupervisedRun {
  readonly #parts: RunParts;
  readonly #words = new Int32Array(new SharedArrayBuffer(CONTROL.length * Int32Array.BYTES_PER_ELEMENT));
  readonly #startedAt = Date.now();
  #lastId = 0;
  #isOver = false;
  /** One request begins per turn of the event loop, so that a burst of them holds up nobody else. */
  #begin: Promise<void> = Promise.resolve();
  #stopWatch = () => {};
  #resolve: (end: ScriptEnd) => void = () => {};

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  start(): Promise<ScriptEnd> {
    const { seat, runId, run, signal } = this.#parts;
    return new Promise((resolve) => {
      this.#resolve = resolve;
      seat.worker.on("message", this.#hear).on("error", this.#fail).on("exit", this.#fail);
      seat.worker.ref();
      signal.addEventListener("abort", this.#cancel, { once: true });
      // Whose script it is stays on this side of the wall.
      const { owner: _, ...told } = run;
      const message: RunMessage = {
        type: "run",
        runId,
        control: this.#words.buffer as SharedArrayBuffer,
        startedAt: this.#startedAt,
        ...told,
      };
      seat.worker.postMessage(message);
      this.#watch();
      if (seat.isDead) this.#fail();
      if (signal.aborted) this.#cancel();
    });
  }

  readonly #hear = (raw: unknown): void => {
    const message = readFromWorker(raw, this.#parts.runId);
    if (message === null) return;
    if (message.type === "emit") return this.#parts.host.emit(message.json);
    if (message.type === "end") return this.#finish(message.end);
    if (message.id <= this.#lastId) return this.#fail();
    this.#lastId = message.id;
    this.#begin = this.#begin.then(() => nextTurn());
    void this.#begin.then(() => this.#answer(message)); // a host's request never rejects
  };

  async #answer(message: Extract<FromWorker, { type: "request" }>): Promise<void> {
    const { host, seat, runId } = this.#parts;
    if (this.#isOver) return;
    const json = await host.request(message.kind, message.json);
    if (this.#isOver) return;
    seat.worker.postMessage({ type: "answer", runId, id: message.id, json });
  }

  readonly #fail = (): void => this.#endWith("engine");

  readonly #cancel = (): void => {
    Atomics.store(this.#words, CONTROL.cancel, 1);
    this.#endWith("cancelled");
  };

  /** Sees what the flag cannot stop: a native call that never looks at it still shows as entered. */
  #watch(): void {
    if (this.#activeMs() > this.#parts.run.activeMs + GRACE_MS) return this.#endWith("timeout");
    this.#stopWatch = this.#parts.clock.setTimer(WATCH_MS, () => this.#watch());
  }

  /** Reads in the opposite order of the worker's writing, so that no entry counts twice. */
  #activeMs(): number {
    const activeMs = Atomics.load(this.#words, CONTROL.activeMs);
    const entered = Atomics.load(this.#words, CONTROL.enteredAt);
    return entered === 0 ? activeMs : activeMs + Date.now() - this.#startedAt - entered;
  }

  #endWith(code: ScriptEnd["code"]): void {
    this.#finish(endedWith(code, Math.max(0, this.#activeMs())));
  }

  #finish(end: ScriptEnd): void {
    const { seat, signal } = this.#parts;
    this.#isOver = true;
    this.#stopWatch();
    signal.removeEventListener("abort", this.#cancel);
    seat.worker.off("message", this.#hear).off("error", this.#fail).off("exit", this.#fail);
    seat.worker.unref();
    this.#resolve(end);
  }
}
