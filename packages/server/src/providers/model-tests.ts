import type { ErrorCode, ModelTestOutcome } from "@loop/contract";
import type { Clock, DriverTiming, ModelDriver } from "@loop/core/host";
import type { Result } from "../result.js";

export interface ModelTestsOptions {
  readonly clock: Clock;
}

/** Makes a driver as the settings are right now. */
type Resolve = (timing: DriverTiming) => Promise<Result<ModelDriver>>;

const TEST_MS = 15_000;
const QUESTION = "Answer with the word OK.";

/** Tries a model with one small request, at most one at a time for an account. */
export class ModelTests {
  readonly #options: ModelTestsOptions;
  readonly #running = new Map<string, AbortController>();

  constructor(options: ModelTestsOptions) {
    this.#options = options;
  }

  /** A test that begins ends an earlier one of the account. Never rejects: a failure is an outcome. */
  async run(accountId: string, resolve: Resolve): Promise<ModelTestOutcome> {
    this.cancel(accountId);
    const own = new AbortController();
    this.#running.set(accountId, own);
    try {
      return await this.#outcome(resolve, own.signal);
    } finally {
      if (this.#running.get(accountId) === own) this.#running.delete(accountId);
    }
  }

  cancel(accountId: string): void {
    this.#running.get(accountId)?.abort();
  }

  async #outcome(resolve: Resolve, signal: AbortSignal): Promise<ModelTestOutcome> {
    const { clock } = this.#options;
    const driver = await resolve({ clock, idleMs: TEST_MS, overallMs: TEST_MS });
    if (!driver.ok) return { ok: false, code: driver.code };
    const startedAt = clock.now();
    const code = await firstWords(driver.value, signal);
    if (code !== null) return { ok: false, code };
    return { ok: true, durationMs: Math.round(clock.now() - startedAt) };
  }
}

/** Null once the model has begun to answer; the rest is not read, and its request ends. */
async function firstWords(driver: ModelDriver, signal: AbortSignal): Promise<ErrorCode | null> {
  const messages = [{ role: "user" as const, content: [{ type: "text" as const, text: QUESTION }] }];
  for await (const event of driver.stream({ system: "", messages, tools: [], signal })) {
    if (event.type === "failed") return event.code;
    return null;
  }
  return signal.aborted ? "model-test-cancelled" : "model-failed";
}
