import type { JsonSchema } from "@loop/contract";
import { unreachable } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import { DeadlineError, withDeadline } from "../kit/deadline.js";
import { isDeepInSlices } from "../kit/json-shape.js";
import { jsonTextInSlices } from "../kit/json-text-in-slices.js";
import { SerialQueue } from "../kit/serial-queue.js";
import { checkPlain, isPlainSchema } from "./plain-schema.js";
import { SchemaBench } from "./schema-bench.js";
import type { SchemaVerdict } from "./schema-check.js";
import type { ArgumentCheck } from "./tool-source.js";

export interface SchemaValidatorOptions {
  readonly clock: Clock;
  /** From the moment a ready worker has the job. */
  readonly deadlineMs: number;
  /** What a large but honest schema may take to compile, once, in its own lane; three seconds where absent. */
  readonly compileMs?: number;
}

/** A worker that does not even start. */
const startMs = 10_000;
const maxArgumentDepth = 200;
const usualCompileMs = 3_000;

/** One worker and those who wait for it. */
interface Lane {
  readonly queue: SerialQueue;
  bench: SchemaBench | null;
}

/**
 * Checks arguments against servers' schemas without ever holding up the process: small plain schemas here, all others
 * in a worker that is ended when it takes too long (CAT-03). A schema that once took too long as a whole is compiled
 * with more time in a lane of its own, where it holds up only its like.
 */
export class SchemaValidator {
  readonly #options: SchemaValidatorOptions;
  readonly #quick: Lane = { queue: new SerialQueue(), bench: null };
  readonly #slow: Lane = { queue: new SerialQueue(), bench: null };
  readonly #isSlow = new WeakSet<object>();
  readonly #plain = new WeakMap<object, boolean>();
  readonly #keys = new WeakMap<object, number>();
  #lastKey = 0;
  #isClosed = false;

  constructor(options: SchemaValidatorOptions) {
    this.#options = options;
  }

  /** Rejects only with the reason of `signal`. */
  async check(schema: JsonSchema, value: unknown, signal: AbortSignal): Promise<ArgumentCheck> {
    if (await isDeepInSlices(value, maxArgumentDepth)) return refused("", "is nested too deeply");
    if (this.#isPlain(schema)) {
      const problem = checkPlain(schema, value);
      return problem === null ? { ok: true } : refused(problem.path, problem.message);
    }
    const verdict = await this.#judge(schema, value, signal);
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
    await Promise.all([dropBench(this.#quick), dropBench(this.#slow)]);
  }

  async #judge(schema: JsonSchema, value: unknown, signal: AbortSignal): Promise<SchemaVerdict> {
    if (typeof schema === "boolean") return { kind: "unusable" };
    if (!this.#isSlow.has(schema)) {
      const quick = await this.#in(this.#quick, schema, value, signal);
      if (quick !== "late") return quick;
      this.#isSlow.add(schema);
    }
    const slow = await this.#in(this.#slow, schema, value, signal);
    return slow === "late" ? { kind: "unusable" } : slow;
  }

  #in(lane: Lane, schema: object & JsonSchema, value: unknown, signal: AbortSignal): Promise<SchemaVerdict | "late"> {
    return lane.queue.run(async () => {
      signal.throwIfAborted();
      if (this.#isClosed) return { kind: "unusable" };
      lane.bench ??= new SchemaBench();
      const { bench } = lane;
      try {
        return await this.#ask(lane, bench, { schema, value, signal });
      } catch (error) {
        if (!(error instanceof DeadlineError) && signal.aborted) throw error;
        await dropBench(lane);
        return error instanceof DeadlineError ? "late" : { kind: "unusable" };
      }
    });
  }

  async #ask(
    lane: Lane,
    bench: SchemaBench,
    { schema, value, signal }: { schema: object & JsonSchema; value: unknown; signal: AbortSignal },
  ): Promise<SchemaVerdict> {
    const { clock, deadlineMs, compileMs = usualCompileMs } = this.#options;
    await withDeadline({ clock, ms: startMs, signal }, () => bench.ready);
    // A text is handed over in a fraction of the time of a structure, and written without holding up the thread.
    const text = await jsonTextInSlices(value);
    signal.throwIfAborted();
    const { compiled, verdict } = bench.ask(this.#keyOf(schema), schema, text);
    if (lane === this.#slow) await withDeadline({ clock, ms: compileMs, signal }, () => compiled);
    return await withDeadline({ clock, ms: deadlineMs }, () => verdict);
  }

  #isPlain(schema: JsonSchema): boolean {
    if (typeof schema === "boolean") return true;
    const known = this.#plain.get(schema);
    if (known !== undefined) return known;
    const isPlain = isPlainSchema(schema);
    this.#plain.set(schema, isPlain);
    return isPlain;
  }

  #keyOf(schema: object): number {
    const known = this.#keys.get(schema);
    if (known !== undefined) return known;
    this.#lastKey += 1;
    this.#keys.set(schema, this.#lastKey);
    return this.#lastKey;
  }
}

async function dropBench(lane: Lane): Promise<void> {
  const { bench } = lane;
  lane.bench = null;
  await bench?.stop();
}

function refused(path: string, message: string): ArgumentCheck {
  return { ok: false, code: "arguments-invalid", path, message };
}
