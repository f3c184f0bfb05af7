import type { AppState, DetectedModel } from "@loop/contract";
import {
  type Clock,
  detectModels,
  type Environment,
  type ModelDriver,
  type ResolvedModel,
  resolveModel,
  type SettingStore,
} from "@loop/core/host";
import { failed, ok, type Result } from "./result.js";

export interface ModelChoiceOptions {
  readonly settings: SettingStore;
  /** Where providers' keys and addresses are looked up. */
  readonly environment: Environment;
  /** `LOOP_MODEL`. */
  readonly fromEnvironment: string | null;
  readonly clock: Clock;
}

interface Chosen {
  readonly reference: string;
  /** Where a server on this computer was found; null where the environment says it. */
  readonly address: string | null;
}

const REFERENCE_SETTING = "model";
const ADDRESS_SETTING = "model-address";
const DETECT_WITHIN_MS = 3_000;

/** Which model an account's turns use: the one chosen in the app, else the one of the environment. */
export class ModelChoice {
  readonly #options: ModelChoiceOptions;
  readonly #drivers = new Map<string, ModelDriver>();
  #detected: readonly DetectedModel[] = [];

  constructor(options: ModelChoiceOptions) {
    this.#options = options;
  }

  async driver(accountId: string): Promise<Result<ModelDriver>> {
    const chosen = await this.#chosen(accountId);
    if (chosen === null) return failed("no-model");
    const key = `${chosen.address ?? ""} ${chosen.reference}`;
    const known = this.#drivers.get(key);
    if (known !== undefined) return ok(known);
    const resolved = this.#resolve(chosen);
    if (!resolved.ok) return failed(resolved.code);
    this.#drivers.set(key, resolved.driver);
    return ok(resolved.driver);
  }

  /** Asks nobody: a model is ready when nothing it needs is missing here. */
  async describe(accountId: string): Promise<AppState["model"]> {
    const chosen = await this.#chosen(accountId);
    if (chosen === null) return null;
    const { reference } = chosen;
    const resolved = this.#resolve(chosen);
    return resolved.ok ? { reference, ready: true } : { reference, ready: false, code: resolved.code };
  }

  /** Null takes the choice back, so that the environment's counts again. */
  async choose(accountId: string, reference: string | null): Promise<Result<null>> {
    const { settings } = this.#options;
    const address = reference === null ? null : this.#addressOf(reference);
    if (reference !== null) {
      const resolved = this.#resolve({ reference, address });
      if (!resolved.ok && resolved.code === "model-unknown") return failed(resolved.code);
    }
    await settings.set(accountId, ADDRESS_SETTING, address);
    await settings.set(accountId, REFERENCE_SETTING, reference);
    return ok(null);
  }

  /** What the last look found; never looks itself. */
  get detected(): readonly DetectedModel[] {
    return this.#detected;
  }

  async detect(): Promise<readonly DetectedModel[]> {
    const { environment, clock } = this.#options;
    this.#detected = await detectModels({ environment, clock, signal: AbortSignal.timeout(DETECT_WITHIN_MS) });
    return this.#detected;
  }

  async #chosen(accountId: string): Promise<Chosen | null> {
    const { settings, fromEnvironment } = this.#options;
    const reference = await settings.get(accountId, REFERENCE_SETTING);
    if (reference !== null) return { reference, address: await settings.get(accountId, ADDRESS_SETTING) };
    return fromEnvironment === null ? null : { reference: fromEnvironment, address: null };
  }

  /** A server that was found on this computer is reached there, without any key of the environment. */
  #resolve({ reference, address }: Chosen): ResolvedModel {
    const { environment, clock } = this.#options;
    if (address === null) return resolveModel(reference, environment, { clock });
    return resolveModel(reference, { OPENAI_BASE_URL: `${address}/v1` }, { clock });
  }

  #addressOf(reference: string): string | null {
    const found = this.#detected.find((model) => model.reference === reference);
    return found?.provider === "openai-compatible" && found.source !== "environment" ? found.source : null;
  }
}
