import { ProviderId, type ProviderView } from "@loop/contract";
import { type Environment, PROVIDER_ENDPOINTS, type ProviderName, readUrl, withConnection } from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import { type EffectiveConnection, effectiveConnection, needsKey, normal, takesKey } from "./provider-connection.js";
import type { ProviderStore, SavedProvider } from "./provider-store.js";

export interface ProviderSettingsOptions {
  readonly store: ProviderStore;
  /** Where keys and addresses are looked up that nobody entered in the app. */
  readonly environment: Environment;
}

export interface ProviderPatch {
  /** Null: the environment's, else the provider's own. */
  readonly address: string | null;
  /** Undefined keeps the saved one, null removes it. */
  readonly key: string | null | undefined;
}

/** Providers of models as a host's people set them, over what its environment says. Keys go in and are never shown. */
export class ProviderSettings {
  readonly #store: ProviderStore;
  readonly environment: Environment;

  constructor({ store, environment }: ProviderSettingsOptions) {
    this.#store = store;
    this.environment = environment;
  }

  async list(): Promise<Result<ProviderView[]>> {
    const saved = await this.#store.read();
    if (!saved.ok) return saved;
    return ok(ProviderId.options.map((id) => viewOf(id, this.#effective(id, saved.value[id]))));
  }

  /** The environment in which core finds this provider as it is set. */
  async environmentFor(provider: ProviderName): Promise<Result<Environment>> {
    const saved = await this.#store.read();
    if (!saved.ok) return saved;
    const { address, key, code } = this.#effective(provider, saved.value[provider]);
    // An address that is none stays as it is: whoever uses it says what is wrong.
    if (code === "model-setting-missing") return ok(this.environment);
    return ok(withConnection(this.environment, provider, { key: key?.value ?? null, address: address?.url ?? null }));
  }

  /** Whether requests go to an address that was entered in the app. */
  async hasOwnAddress(provider: ProviderName): Promise<boolean> {
    const saved = await this.#store.read();
    return saved.ok && saved.value[provider]?.address !== undefined;
  }

  /** A saved key never goes to another address: a change of the address asks for it again. */
  async save(provider: ProviderName, patch: ProviderPatch): Promise<Result<null>> {
    const address = savedAddress(patch.address);
    if (!address.ok) return address;
    const key = patch.key === undefined || patch.key === null ? patch.key : patch.key.trim();
    if (typeof key === "string" && !takesKey(provider)) return failed("provider-key-unused");
    if (typeof key === "string" && !isKey(key)) return failed("provider-key-invalid");
    const changed = await this.#store.change((saved) => {
      const next = this.#changed(provider, saved[provider], { address: address.value, key });
      if (!next.ok) return next;
      const { [provider]: _before, ...others } = saved;
      return ok(next.value === null ? others : { ...others, [provider]: next.value });
    });
    return changed.ok ? ok(null) : changed;
  }

  #changed(
    provider: ProviderName,
    before: SavedProvider | undefined,
    { address, key }: ProviderPatch,
  ): Result<SavedProvider | null> {
    const place = address === null ? {} : { address };
    const url = this.#effective(provider, place).address?.url ?? null;
    const kept = key === undefined ? before?.key : undefined;
    if (kept !== undefined && kept.address !== url) return failed("provider-key-reentry");
    if (typeof key === "string" && url === null) return failed("model-setting-missing");
    const saved = typeof key === "string" && url !== null ? { value: key, address: url } : kept;
    if (address === null && saved === undefined) return ok(null);
    return ok({ ...place, ...(saved === undefined ? {} : { key: saved }) });
  }

  #effective(provider: ProviderName, saved: SavedProvider | undefined): EffectiveConnection {
    return effectiveConnection(provider, saved, this.environment);
  }
}

/** The whole of a saved address is shown; of the environment's no more than the origin. */
function viewOf(id: ProviderName, { address, key, isKeyWithheld, code }: EffectiveConnection): ProviderView {
  const isGiven = address?.source === "environment";
  return {
    id,
    takesKey: takesKey(id),
    needsKey: needsKey(id),
    key: key?.source ?? (isKeyWithheld ? "withheld" : null),
    address: isGiven ? { ...address, url: new URL(address.url).origin } : address,
    code,
  };
}

function savedAddress(text: string | null): Result<string | null> {
  const address = text?.trim() ?? "";
  if (address === "") return ok(null);
  const reading = readUrl(address);
  if (!reading.ok) return failed(reading.code);
  return reading.url.search === "" ? ok(normal(address)) : failed("config-url-invalid");
}

/** What every provider's key is made of, and a header can carry. */
function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

export function isProviderName(text: string): text is ProviderName {
  return Object.hasOwn(PROVIDER_ENDPOINTS, text);
}
