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
const Reply = z.object({ hits: Hits });
/** The thread has this long for one file; a sound pattern needs a few milliseconds. */
const fileMs = 2_000;

/** A thread of its own for patterns a model made up: one that never ends takes only the thread with it. */
export class PatternThread {
  readonly #worker: Worker;
  readonly #clock: Clock;
  #last: Promise<unknown> = Promise.resolve();

  constructor(job: PatternJob, clock: Clock) {
    this.#clock = clock;
    this.#worker = new Worker(workerFile(), {
      workerData: job,
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    this.#worker.unref();
    this.#worker.on("error", () => undefined);
  }

  /** One file at a time. Rejects with `DeadlineError` when the pattern is too slow, with another error when it fails. */
  lines(bytes: Buffer, most: number, signal: AbortSignal): Promise<readonly Hit[]> {
    const result = this.#last.then(() =>
      withDeadline({ clock: this.#clock, ms: fileMs, signal }, (inner) => this.#ask({ bytes, most }, inner)),
    );
    this.#last = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask(message: { bytes: Buffer; most: number }, signal: AbortSignal): Promise<readonly Hit[]> {
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
      this.#worker.postMessage(message);
    });
  }
}

/** Always the built file: a thread loads no TypeScript. */
function workerFile(): string {
  return createRequire(import.meta.url).resolve("@loop/core/workers/pattern-worker");
}
