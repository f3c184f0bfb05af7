import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Stores } from "@loop/core/host";
import { loadPasswords, type Passwords } from "../accounts/passwords.js";
import { checkSecretFingerprint } from "../secret-fingerprint.js";
import type { InstanceSecrets } from "../secrets/instance-secret.js";
import { readInstanceSecrets } from "../secrets/read-secrets.js";
import type { Settings } from "../settings.js";
import { fileFailure } from "../start-failure.js";

/** What a shared instance needs before it can be composed. */
export interface SharedParts {
  readonly secrets: InstanceSecrets;
  readonly passwords: Passwords;
  readonly setupCode: SetupCode;
}

/** The code that lets the first administrator in, kept in a file of the data directory until it was used. */
export interface SetupCode {
  readonly value: string;
  /** Writes the file, for its owner alone. Throws a StartFailure. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** To be called by the one server of a data directory, or by any of those that share their rows. Throws a StartFailure. */
export async function openSharedParts(settings: Settings, stores: Pick<Stores, "settings">): Promise<SharedParts> {
  const { dataDir, environment } = settings;
  const [secrets, passwords] = await Promise.all([
    readInstanceSecrets({ value: environment["LOOP_SECRET"], dataDir }),
    loadPasswords(),
  ]);
  if (settings.databaseUrl !== null) await checkSecretFingerprint(stores, fingerprintsOf(secrets));
  return { secrets, passwords, setupCode: setupCodeOf(secrets[0].setupCode(), join(dataDir, "setup-code")) };
}

function fingerprintsOf([first, ...others]: InstanceSecrets): [string, ...string[]] {
  return [first.fingerprint, ...others.map(({ fingerprint }) => fingerprint)];
}

function setupCodeOf(value: string, file: string): SetupCode {
  return {
    value,
    async keep() {
      try {
        const known = await readFile(file, "utf8").catch(() => "");
        if (known.trim() === value) return;
        await rm(file, { force: true });
        await writeFile(file, `${value}\n`, { mode: 0o600, flag: "wx" });
      } catch (error) {
        throw fileFailure(error, file);
      }
    },
    discard: () => rm(file, { force: true }),
  };
}
