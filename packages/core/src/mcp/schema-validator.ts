import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { JsonSchema } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import { DeadlineError, withDeadline } from "../kit/deadline.js";
import { SerialQueue } from "../kit/serial-queue.js";
import { isDeepJson } from "./json-shape.js";
import { checkPlain, isPlainSchema } from "./plain-schema.js";
import { SCHEMA_WORKER_READY, type SchemaJob, type SchemaReply, type SchemaVerdict } from "./schema-check.js";
import type { ArgumentCheck } from "./tool-source.js";

export interface SchemaValidatorOptions {
  readonly clock: Clock;
  /** From the moment a ready worker has the job. */
  readonly deadlineMs: number;
}

/** A worker that does not even start. */
const startMs = 10_000;
const maxArgumentDepth = 200;
/** A worker is told of a schema again after it may have forgotten it. */
const maxKnownSchemas = 400;

/**
 * Checks arguments against servers' schemas without ever holding up the process: small plain schemas here, all others
 * in a worker that is ended when it takes too long (CAT-03).
 */
export class SchemaValidator {
  readonly #options: SchemaValidatorOptions;
  readonly #queue = new SerialQueue();
  readonly #plain = new WeakMap<object, boolean>();
  readonly #keys = new WeakMap<object, number>();
  #lastKey = 0;
  #bench: Bench | null = null;
  #isClosed = false;

  constructor(options: SchemaValidatorOptions) {
    this.#options = options;
  }

  /** Rejects only with the reason of `signal`. */
  async check(schema: JsonSchema, value: unknown, signal: AbortSignal): Promise<ArgumentCheck> {
    if (isDeepJson(value, maxArgumentDepth)) return refused("", "is nested too deeply");
    if (this.#isPlain(schema)) {
      const problem = checkPlain(schema, value);
      return problem === null ? { ok: true } : refused(problem.path, problem.message);
    }
    const verdict = await this.#queue.run(async () => {
      signal.throwIfAborted();
      return this.#judge(schema, value, signal);
    });
    switch (verdict.kind) {
      case "fits":
        return { ok: true };
      case "misfits":
        return refused(verdict.path, verdict.message);
      case "unusable":
        return { ok: false, code: "arguments-unchecked", path: "", message: "the schema could not be checked" };
      default:
        return unreachable(verdict);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#dropBench();
  }

  async #judge(schema: JsonSchema, value: unknown, signal: AbortSignal): Promise<SchemaVerdict> {
    const { clock, deadlineMs } = this.#options;
    if (this.#isClosed) return { kind: "unusable" };
    this.#bench ??= new Bench();
    const bench = this.#bench;
    try {
      await withDeadline({ clock, ms: startMs, signal }, () => bench.ready);
      return await withDeadline({ clock, ms: deadlineMs }, () => bench.ask(this.#keyOf(schema), schema, value));
    } catch (error) {
      if (!(error instanceof DeadlineError) && signal.aborted) throw error;
      await this.#dropBench();
      return { kind: "unusable" };
    }
  }

  async #dropBench(): Promise<void> {
    const bench = this.#bench;
    this.#bench = null;
    await bench?.stop();
  }

  #isPlain(schema: JsonSchema): boolean {
    if (typeof schema === "boolean") return true;
    const known = this.#plain.get(schema);
    if (known !== undefined) return known;
    const isPlain = isPlainSchema(schema);
    this.#plain.set(schema, isPlain);
    return isPlain;
  }

  #keyOf(schema: JsonSchema): number {
    if (typeof schema === "boolean") return schema ? -1 : -2;
    const known = this.#keys.get(schema);
    if (known !== undefined) return known;
    this.#lastKey += 1;
    this.#keys.set(schema, this.#lastKey);
    return this.#lastKey;
  }
}

/** One worker and the question it is at. */
class Bench {
  readonly #worker: Worker;
  readonly #known = new Set<number>();
  readonly ready: Promise<void>;
  #lastId = 0;
  #answer: { readonly id: number; settle(verdict: SchemaVerdict): void; fail(): void } | null = null;

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
    this.#worker.on("exit", () => this.#answer?.fail());
  }

  ask(key: number, schema: JsonSchema, value: unknown): Promise<SchemaVerdict> {
    if (this.#known.size >= maxKnownSchemas) this.#known.clear();
    const isKnown = this.#known.has(key);
    this.#known.add(key);
    this.#lastId += 1;
    const job: SchemaJob = { id: this.#lastId, key, value, ...(isKnown ? {} : { schema }) };
    return new Promise((resolve, reject) => {
      this.#answer = { id: job.id, settle: resolve, fail: () => reject(new Error("the worker ended")) };
      this.#worker.postMessage(job);
    });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive(reply: SchemaReply | string): void {
    if (typeof reply === "string" || reply.id !== this.#answer?.id) return;
    this.#answer.settle(reply);
  }
}

/** Workers run only as built files, also when this file itself runs from the sources. */
function workerUrl(): URL {
  const beside = new URL("../workers/schema-worker.js", import.meta.url);
  return existsSync(fileURLToPath(beside)) ? beside : new URL("../../dist/workers/schema-worker.js", import.meta.url);
}

function refused(path: string, message: string): ArgumentCheck {
  return { ok: false, code: "arguments-invalid", path, message };
}

function unreachable(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
