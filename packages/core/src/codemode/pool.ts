import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { type SeatOwner, SeatQueue, type SeatShares } from "./seat-queue.js";

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

export interface PoolOptions extends SeatShares {
  /** Running workers at most; further scripts wait. */
  readonly workers: number;
  /** Scripts a worker serves before it is replaced. */
  readonly runsPerWorker: number;
}

export const POOL_OPTIONS: PoolOptions = {
  workers: 16,
  queue: 32,
  ownerSeats: 4,
  ownerQueue: 8,
  runsPerWorker: 50,
};

export interface Seat {
  readonly worker: Worker;
  /** Of the script that holds it now, or held it last. */
  owner: SeatOwner;
  runs: number;
  /** The thread is gone, whoever ended it. */
  isDead: boolean;
}

/** Warm workers. One script holds one seat; a seat that saw trouble is thrown away, never handed on. */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #idle: Seat[] = [];
  readonly #queue: SeatQueue<(seat: Seat | null) => void>;
  readonly #busy = new Set<Seat>();
  /** Seats held or being made. */
  #taken = 0;
  #wasm: Promise<object> | null = null;
  #isClosed = false;

  constructor(options: PoolOptions = POOL_OPTIONS) {
    this.#options = options;
    this.#queue = new SeatQueue(options);
  }

  /** Null when too many scripts wait, when `signal` aborts first, or when the pool closes. */
  async take(owner: SeatOwner, signal: AbortSignal): Promise<Seat | null> {
    if (this.#isClosed || signal.aborted) return null;
    if (this.#taken >= this.#options.workers || !this.#queue.mayHold(owner)) return await this.#wait(owner, signal);
    this.#taken += 1;
    return await this.#seat(owner);
  }

  /** Back after a clean end; a worn or surplus worker goes. */
  release(seat: Seat): void {
    this.#busy.delete(seat);
    seat.runs += 1;
    const isSpare = this.#idle.length === 0 || !this.#queue.isEmpty;
    if (!this.#isClosed && isSpare && !seat.isDead && seat.runs < this.#options.runsPerWorker) this.#idle.push(seat);
    else void seat.worker.terminate(); // resolves when the thread is gone; nothing depends on it
    this.#handOn(seat.owner);
  }

  /** Ends the worker whatever it is doing. */
  discard(seat: Seat): void {
    this.#busy.delete(seat);
    void seat.worker.terminate(); // resolves when the thread is gone; nothing depends on it
    this.#handOn(seat.owner);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const next of this.#queue.takeAll()) next(null);
    const seats = [...this.#idle.splice(0), ...this.#busy];
    this.#busy.clear();
    await Promise.all(seats.map((seat) => seat.worker.terminate()));
  }

  /** Hands the place that became free to whoever is next. */
  #handOn(from: SeatOwner): void {
    this.#queue.giveBack(from);
    const next = this.#queue.next();
    if (next === null) this.#taken -= 1;
    else void this.#seat(next.owner).then(next.entry); // a seat that cannot be made is null, never a rejection
  }

  async #seat(owner: SeatOwner): Promise<Seat | null> {
    this.#queue.hold(owner);
    const seat = this.#idle.pop() ?? (await this.#newSeat());
    if (seat === null || this.#isClosed) {
      void seat?.worker.terminate(); // closing: nobody is left to hear of it
      this.#handOn(owner);
      return null;
    }
    seat.owner = owner;
    this.#busy.add(seat);
    return seat;
  }

  async #newSeat(): Promise<Seat | null> {
    try {
      const seat: Seat = { worker: await this.#spawn(), owner: null, runs: 0, isDead: false };
      // A thread may run out of memory with nobody using it: without a listener that would end the whole process.
      seat.worker.on("error", () => {});
      seat.worker.once("exit", () => {
        seat.isDead = true;
        const place = this.#idle.indexOf(seat);
        if (place >= 0) this.#idle.splice(place, 1);
      });
      return seat;
    } catch {
      return null;
    }
  }

  async #wait(owner: SeatOwner, signal: AbortSignal): Promise<Seat | null> {
    return await new Promise((resolve) => {
      const settle = (seat: Seat | null) => {
        signal.removeEventListener("abort", leave);
        resolve(seat);
      };
      // One who is no longer in the queue gets the seat that is being made, and gives it back.
      const leave = () => {
        if (this.#queue.leave(settle)) settle(null);
      };
      if (this.#queue.join(owner, settle)) signal.addEventListener("abort", leave, { once: true });
      else settle(null);
    });
  }

  async #spawn(): Promise<Worker> {
    this.#wasm ??= compileEngine();
    const wasm = await this.#wasm;
    const worker = new Worker(workerFile(), {
      workerData: { wasm },
      env: {},
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
    });
    worker.stdout.resume();
    worker.stderr.resume();
    worker.unref();
    return worker;
  }
}

/** Always the built file: a worker thread loads no TypeScript. */
function workerFile(): string {
  return createRequire(import.meta.url).resolve("@loop/core/workers/script-worker");
}

async function compileEngine(): Promise<object> {
  const file = createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm");
  return await WebAssembly.compile(await readFile(file));
}
