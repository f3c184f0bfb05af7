import type { AppState, ChosenModel, DetectedModel } from "@loop/contract";
import {
  type Clock,
  connectionIn,
  type DriverTiming,
  detectModels,
  type Environment,
  type ModelDriver,
  resolveModel,
  type SettingStore,
} from "@loop/core/host";
import { isProviderName, type ProviderSettings } from "./providers/provider-settings.js";
import { failed, ok, type Result } from "./result.js";

export interface ModelChoiceOptions {
  readonly settings: SettingStore;
  /** Where providers' keys and addresses come from. */
  readonly providers: ProviderSettings;
  /** `LOOP_MODEL`. */
  readonly fromEnvironment: string | null;
  readonly clock: Clock;
}

interface Chosen {
  readonly reference: string;
  /** Where a server on this computer was found; null where the provider's settings say it. */
  readonly address: string | null;
}

interface Known {
  readonly key: string | null;
  readonly address: string | null;
  readonly driver: ModelDriver;
}

const REFERENCE_SETTING = "model";
const ADDRESS_SETTING = "model-address";
const DETECT_WITHIN_MS = 3_000;

/** Which model an account's turns use: the one chosen in the app, else the one of the environment. */
export class ModelChoice {
  readonly #options: ModelChoiceOptions;
  readonly #drivers = new Map<string, Known>();
  #detected: readonly DetectedModel[] = [];

  constructor(options: ModelChoiceOptions) {
    this.#options = options;
  }

  get providers(): ProviderSettings {
    return this.#options.providers;
  }

  /** The same driver as long as the choice and its provider's key and address stay. */
  async driver(accountId: string): Promise<Result<ModelDriver>> {
    const chosen = await this.#chosen(accountId);
    if (chosen === null) return failed("no-model");
    const environment = await this.#environmentOf(chosen);
    if (!environment.ok) return environment;
    const { key, address } = connectionOf(chosen.reference, environment.value);
    const known = this.#drivers.get(chosen.reference);
    if (known !== undefined && known.key === key && known.address === address) return ok(known.driver);
    const driver = this.#driverIn(environment.value, chosen.reference);
    if (driver.ok) this.#drivers.set(chosen.reference, { key, address, driver: driver.value });
    return driver;
  }

  /** Asks nobody: a model is ready when nothing it needs is missing here. */
  async describe(accountId: string): Promise<AppState["model"]> {
    const chosen = await this.chosen(accountId);
    if (chosen === null) return null;
    const { reference, code } = chosen;
    return code === null ? { reference, ready: true } : { reference, ready: false, code };
  }

  /** The same with who chose it and what it can do. */
  async chosen(accountId: string): Promise<ChosenModel | null> {
    const chosen = await this.#chosen(accountId);
    if (chosen === null) return null;
    const driver = await this.#resolve(chosen);
    const { reference, address, source } = chosen;
    if (!driver.ok) return { reference, source, address, code: driver.code, abilities: null };
    const { maxTools, toolResultImages, contextTokens } = driver.value.capabilities;
    return { reference, source, address, code: null, abilities: { maxTools, toolResultImages, contextTokens } };
  }

  /** Null takes the choice back, so that the environment's counts again. `foundAt`: the address it was found at. */
  async choose(accountId: string, reference: string | null, foundAt?: string): Promise<Result<null>> {
    const { settings } = this.#options;
    const address = reference === null ? null : await this.#addressOf(reference, foundAt);
    if (reference !== null) {
      const resolved = await this.#resolve({ reference, address });
      if (!resolved.ok && resolved.code === "model-unknown") return resolved;
    }
    await settings.set(accountId, ADDRESS_SETTING, address);
    await settings.set(accountId, REFERENCE_SETTING, reference);
    return ok(null);
  }

  /** A driver of its own for one try; the settings are those of this moment. */
  async tryOut(accountId: string, reference: string, timing: DriverTiming): Promise<Result<ModelDriver>> {
    const chosen = await this.#chosen(accountId);
    const address = chosen?.reference === reference ? chosen.address : null;
    return this.#resolve({ reference, address }, timing);
  }

  /** What the last look found; never looks itself. */
  get detected(): readonly DetectedModel[] {
    return this.#detected;
  }

  async detect(): Promise<readonly DetectedModel[]> {
    const { providers, clock } = this.#options;
    const signal = AbortSignal.timeout(DETECT_WITHIN_MS);
    this.#detected = await detectModels({ environment: providers.environment, clock, signal });
    return this.#detected;
  }

  async #chosen(accountId: string): Promise<(Chosen & Pick<ChosenModel, "source">) | null> {
    const { settings, fromEnvironment } = this.#options;
    const reference = await settings.get(accountId, REFERENCE_SETTING);
    if (reference !== null) {
      return { reference, address: await settings.get(accountId, ADDRESS_SETTING), source: "saved" };
    }
    return fromEnvironment === null ? null : { reference: fromEnvironment, address: null, source: "environment" };
  }

  async #resolve(chosen: Chosen, timing: DriverTiming = {}): Promise<Result<ModelDriver>> {
    const environment = await this.#environmentOf(chosen);
    return environment.ok ? this.#driverIn(environment.value, chosen.reference, timing) : environment;
  }

  /** A server that was found on this computer is reached there, without any key. */
  async #environmentOf({ reference, address }: Chosen): Promise<Result<Environment>> {
    if (address !== null) return ok({ OPENAI_BASE_URL: `${address}/v1` });
    const { providers } = this.#options;
    const provider = providerOf(reference);
    return isProviderName(provider) ? providers.environmentFor(provider) : ok(providers.environment);
  }

  #driverIn(environment: Environment, reference: string, timing: DriverTiming = {}): Result<ModelDriver> {
    const resolved = resolveModel(reference, environment, { clock: this.#options.clock, ...timing });
    return resolved.ok ? ok(resolved.driver) : failed(resolved.code);
  }

  /** A name alone means the provider as it is set, where somebody set its address. */
  async #addressOf(reference: string, foundAt: string | undefined): Promise<string | null> {
    const isThere = ({ source }: DetectedModel): boolean => source !== "environment" && source === (foundAt ?? source);
    const found = this.#detected.find((model) => model.reference === reference && isThere(model));
    if (found?.provider !== "openai-compatible") return null;
    if (foundAt === undefined && (await this.#options.providers.hasOwnAddress("openai-compatible"))) return null;
    return found.source;
  }
}

function providerOf(reference: string): string {
  return reference.slice(0, Math.max(0, reference.indexOf("/")));
}

function connectionOf(reference: string, environment: Environment): Omit<Known, "driver"> {
  const provider = providerOf(reference);
  return isProviderName(provider) ? connectionIn(environment, provider) : { key: null, address: null };
}
