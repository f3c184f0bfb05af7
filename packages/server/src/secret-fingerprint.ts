import { INSTANCE_ACCOUNT, type SettingStore } from "@loop/core/host";
import { StartFailure } from "./start-failure.js";

const KEY = "secret-fingerprint";

/**
 * Refuses to start with another secret than what is stored was sealed with; the first start keeps its own. `fingerprints`
 * are those of the secrets in their order: the first seals from now on, and any of them may be the earlier one (a rotation
 * under way). Throws a StartFailure.
 */
export async function checkSecretFingerprint(
  { settings }: { readonly settings: SettingStore },
  fingerprints: readonly [string, ...string[]],
): Promise<void> {
  const [current] = fingerprints;
  const kept = await settings.keep(INSTANCE_ACCOUNT, KEY, current);
  if (!fingerprints.includes(kept)) throw new StartFailure("secret-wrong");
  if (kept !== current) await settings.set(INSTANCE_ACCOUNT, KEY, current);
}
