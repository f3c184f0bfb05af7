import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileFailure, StartFailure, systemCode } from "../start-failure.js";
import { InstanceSecret, type InstanceSecrets, LEAST_SECRET_LENGTH } from "./instance-secret.js";

const made = /^[A-Za-z0-9_-]{43}$/;
const madeBytes = 32;

export interface SecretSource {
  /** `LOOP_SECRET` as it is, or undefined. */
  readonly value: string | undefined;
  readonly dataDir: string;
}

/**
 * The secrets of `LOOP_SECRET`, else the one of `<data dir>/secret`, which is made when it is absent. To be called by
 * the one server of a data directory. Throws a StartFailure, which never holds a part of a secret.
 */
export async function readInstanceSecrets({ value, dataDir }: SecretSource): Promise<InstanceSecrets> {
  const given = value?.trim() ?? "";
  if (given !== "") return parseSecrets(given);
  const file = join(dataDir, "secret");
  try {
    return [new InstanceSecret((await readSecretFile(file)) ?? (await makeSecretFile(file)))];
  } catch (error) {
    throw fileFailure(error, file);
  }
}

function parseSecrets(value: string): InstanceSecrets {
  const texts = value.split(",").map((text) => text.trim());
  const isSound = texts.every((text) => text.length >= LEAST_SECRET_LENGTH) && new Set(texts).size === texts.length;
  const [first, ...others] = texts.map((text) => new InstanceSecret(text));
  if (!isSound || first === undefined) throw new StartFailure("secret-invalid");
  return [first, ...others];
}

/** Null when there is no such file. What is there is never overwritten: everything sealed hangs on it. */
async function readSecretFile(file: string): Promise<string | null> {
  // A link is not followed, and a pipe is not waited for.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  let handle: FileHandle;
  try {
    handle = await open(file, flags);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    if (systemCode(error) === "ELOOP") throw new StartFailure("secret-file-exposed", file);
    throw error;
  }
  try {
    await refuseExposed(handle, file);
    const text = (await handle.readFile("utf8")).trim();
    if (!made.test(text)) throw new StartFailure("secret-file-malformed", file);
    return text;
  } finally {
    await handle.close();
  }
}

async function refuseExposed(handle: FileHandle, file: string): Promise<void> {
  const facts = await handle.stat();
  const owner = process.geteuid?.();
  // Systems without owners and modes say nothing here.
  const isForeign = owner !== undefined && (facts.uid !== owner || (facts.mode & 0o077) !== 0);
  if (!facts.isFile() || isForeign) throw new StartFailure("secret-file-exposed", file);
}

/** On disk, whole, before anything is sealed with it. */
async function makeSecretFile(file: string): Promise<string> {
  const text = randomBytes(madeBytes).toString("base64url");
  const fresh = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    const handle = await open(fresh, "wx", 0o600);
    try {
      await handle.writeFile(`${text}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  return text;
}
