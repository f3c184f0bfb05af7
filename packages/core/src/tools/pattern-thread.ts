import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import * as z from "zod/mini";
import type { Clock } from "../kit/clock.js";
import { withDeadline } from "../kit/deadline.js";
import type { Hit } from "./search-lines.js";

export interface PatternJob {
  readonly source: string;
  readonly flags: string;
}

const Hits = z.array(z.object({ line: z.number(), text: z.string() }));
const Reply = z.object({ hits: z.array(Hits) });
/** The thread has this long for the files it holds; a sound pattern needs a few milliseconds. */
const batchMs = 3_000;

interface Waiting {
  readonly bytes: Buffer;
  readonly resolve: (hits: readonly Hit[]) => void;
  readonly reject: (error: unknown) => void;
}

export interface PatternThreadOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Lines at most of one file. */
  readonly most: number;
}

/** A thread of its own for patterns a model made up: one that never ends takes only the thread with it. */
export class PatternThread {
  readonly #worker: Worker;
  readonly #options: PatternThreadOptions;
  #waiting: Waiting[] = [];
  #isAsking = false;

  constructor(job: PatternJob, options: PatternThreadOptions) {
    this.#options = options;
    this.#worker = new Worker(workerFile(), {
      workerData: { ...job, most: options.most },
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    this.#worker.unref();
    this.#worker.on("error", () => undefined);
  }

  /** Rejects with `DeadlineError` when the pattern is too slow, with another error when the thread fails. */
  lines(bytes: Buffer): Promise<readonly Hit[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, resolve, reject });
      if (!this.#isAsking) void this.#askAll(); // never rejects
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** What came while the thread was at work goes to it together. */
  async #askAll(): Promise<void> {
    const { clock, signal } = this.#options;
    this.#isAsking = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        const hits = await withDeadline({ clock, ms: batchMs, signal }, (inner) => this.#ask(batch, inner));
        for (const [index, { resolve }] of batch.entries()) resolve(hits[index] ?? []);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isAsking = false;
  }

  async #ask(batch: readonly Waiting[], signal: AbortSignal): Promise<readonly (readonly Hit[])[]> {
    return await new Promise((resolve, reject) => {
      const settle = () => {
        this.#worker.off("message", hear).off("exit", fail).off("error", fail).unref();
        signal.removeEventListener("abort", settle);
      };
      const hear = (raw: unknown) => {
        settle();
        const reply = Reply.safeParse(raw);
        if (reply.success) resolve(reply.data.hits);
        else reject(new Error("the thread did not answer as agreed"));
      };
      const fail = () => {
        settle();
        reject(new Error("the thread ended"));
      };
      signal.addEventListener("abort", settle, { once: true });
      this.#worker.on("message", hear).on("exit", fail).on("error", fail).ref();
      this.#send(batch);
    });
  }

  /** One block of memory that changes hands, instead of a copy of each file. */
  #send(batch: readonly Waiting[]): void {
    const lengths = batch.map(({ bytes }) => bytes.length);
    const block = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    for (const { bytes } of batch) {
      block.set(bytes, at);
      at += bytes.length;
    }
    this.#worker.postMessage({ block, lengths }, [block.buffer]);
  }
}

/** Always the built file: a thread loads no TypeScript. */
function workerFile(): string {
  return createRequire(import.meta.url).resolve("@loop/core/workers/pattern-worker");
}
