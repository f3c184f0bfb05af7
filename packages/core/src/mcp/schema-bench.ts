import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { JsonSchema } from "@loop/contract";
import { SCHEMA_WORKER_READY, type SchemaJob, type SchemaReply, type SchemaVerdict } from "./schema-check.js";

/** A worker is told of a schema again after it may have forgotten it. */
const maxKnownSchemas = 400;

export interface SchemaAnswer {
  readonly compiled: Promise<void>;
  readonly verdict: Promise<SchemaVerdict>;
}

interface PendingAnswer {
  readonly id: number;
  readonly compiled: Promised<void>;
  readonly verdict: Promised<SchemaVerdict>;
}

/** One worker and the question it is at. */
export class SchemaBench {
  readonly #worker: Worker;
  readonly #known = new Set<number>();
  readonly ready: Promise<void>;
  #lastId = 0;
  #answer: PendingAnswer | null = null;

  constructor() {
    this.#worker = new Worker(workerUrl(), { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 256 } });
    this.#worker.unref();
    this.ready = new Promise((resolve, reject) => {
      this.#worker.once("message", (message) => (message === SCHEMA_WORKER_READY ? resolve() : undefined));
      this.#worker.once("exit", () => reject(new Error("the worker ended")));
      this.#worker.once("error", reject);
    });
    // Whoever waits hears of it; nobody may be waiting.
    this.ready.catch(() => undefined);
    this.#worker.on("message", (reply: SchemaReply | string) => this.#receive(reply));
    this.#worker.on("exit", () => {
      const ended = new Error("the worker ended");
      this.#answer?.compiled.reject(ended);
      this.#answer?.verdict.reject(ended);
    });
  }

  /** `compiled` settles when only the check itself is left; both reject when the worker ends. */
  ask(key: number, schema: JsonSchema, text: string): SchemaAnswer {
    if (this.#known.size >= maxKnownSchemas) this.#known.clear();
    const isKnown = this.#known.has(key);
    this.#known.add(key);
    this.#lastId += 1;
    const job: SchemaJob = { id: this.#lastId, key, text, ...(isKnown ? {} : { schema }) };
    const compiled = promised<void>();
    const verdict = promised<SchemaVerdict>();
    this.#answer = { id: job.id, compiled, verdict };
    this.#worker.postMessage(job);
    return { compiled: compiled.promise, verdict: verdict.promise };
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(reply: SchemaReply | string): void {
    if (typeof reply === "string" || reply.id !== this.#answer?.id) return;
    if (reply.kind === "compiled") this.#answer.compiled.resolve();
    else this.#answer.verdict.resolve(reply);
  }
}

interface Promised<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

function promised<T>(): Promised<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((keep, drop) => {
    resolve = keep;
    reject = drop;
  });
  // Whoever waits hears of it; nobody may be waiting any more.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** Workers run only as built files, also when this file itself runs from the sources. */
function workerUrl(): URL {
  const beside = new URL("../workers/schema-worker.js", import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL("../../dist/workers/schema-worker.js", import.meta.url);
}
