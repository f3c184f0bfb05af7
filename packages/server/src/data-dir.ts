import { randomBytes } from "node:crypto";
import { access, chmod, constants, mkdir, readFile, rename, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileFailure, StartFailure, storeFailure, systemCode } from "./start-failure.js";

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;
const TOKEN_BYTES = 32;
/** Less than any start of a database needs. */
const LEAST_FREE_BYTES = 64 * 1024;

/** Makes the data directory when it is absent, for its owner alone. Throws a StartFailure. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileFailure(error, dataDir);
  }
}

/**
 * Makes a folder with those above it. Step by step: Node's own recursive way never ends where a system keeps folders of
 * its own and answers "no such folder" to a new one, as below `/proc`.
 */
async function makeFolder(folder: string): Promise<void> {
  const known = await stat(folder).catch(() => null);
  if (known?.isDirectory() === true) return;
  const above = dirname(folder);
  if (known === null && above !== folder) await makeFolder(above);
  await mkdir(folder, { mode: 0o700 }).catch(async (error: unknown) => {
    // Somebody else may have made it just now.
    if (!(await stat(folder).catch(() => null))?.isDirectory()) throw error;
  });
}

/** The default workspace is made; a chosen one must be there. Throws a StartFailure. */
export async function prepareWorkspace(workspace: string, options: { readonly create: boolean }): Promise<void> {
  try {
    if (options.create) await makeFolder(workspace);
    if ((await stat(workspace)).isDirectory()) return;
  } catch (error) {
    if (systemCode(error) === "ENOSPC") throw fileFailure(error, workspace);
  }
  throw new StartFailure("workspace-unusable", workspace);
}

/** A database says many things when its disk is full, so the disk itself is asked. */
export async function openFailure(error: unknown, dataDir: string): Promise<unknown> {
  const failure = storeFailure(error, dataDir);
  if (!(failure instanceof StartFailure) || failure.code === "disk-full") return failure;
  const disk = await statfs(dataDir).catch(() => null);
  const isFull = disk !== null && disk.bavail * disk.bsize < LEAST_FREE_BYTES;
  return isFull ? new StartFailure("disk-full", dataDir) : failure;
}

/** The launch token: kept over restarts, made anew when its file is gone or holds something else. Throws a StartFailure. */
export async function readOrMakeToken(dataDir: string): Promise<string> {
  const file = join(dataDir, "token");
  try {
    const known = await readToken(file);
    if (known !== null) {
      await chmod(file, 0o600);
      return known;
    }
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const fresh = `${file}.${randomBytes(6).toString("hex")}`;
    await writeFile(fresh, `${token}\n`, { mode: 0o600, flag: "wx" });
    await rename(fresh, file);
    return token;
  } catch (error) {
    throw fileFailure(error, file);
  }
}

async function readToken(file: string): Promise<string | null> {
  try {
    const token = (await readFile(file, "utf8")).trim();
    return TOKEN_PATTERN.test(token) ? token : null;
  } catch (error) {
    if (systemCode(error) === "ENOENT") return null;
    throw error;
  }
}
