import { randomBytes } from "node:crypto";
import { access, chmod, constants, mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileFailure, StartFailure, systemCode } from "./start-failure.js";

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;
const TOKEN_BYTES = 32;

/** Makes the data directory when it is absent, for its owner alone. Throws a StartFailure. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileFailure(error, dataDir);
  }
}

/** The default workspace is made; a chosen one must be there. Throws a StartFailure. */
export async function prepareWorkspace(workspace: string, options: { readonly create: boolean }): Promise<void> {
  try {
    if (options.create) await mkdir(workspace, { recursive: true, mode: 0o700 });
    if ((await stat(workspace)).isDirectory()) return;
  } catch (error) {
    if (systemCode(error) === "ENOSPC") throw fileFailure(error, workspace);
  }
  throw new StartFailure("workspace-unusable", workspace);
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
