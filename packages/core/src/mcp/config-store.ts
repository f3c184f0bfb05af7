import { readFile, stat } from "node:fs/promises";
import type { ErrorCode, McpServerConfig } from "@loop/contract";
import { FileBusyError, isErrno, removeStaleTempFiles, replaceFile, withFileLock } from "../kit/atomic-file.js";
import { MAX_CONFIG_BYTES, readConfigText, writeConfigText } from "./config-file.js";
import { McpManagerError } from "./manager-error.js";

const lockWaitMs = 8_000;

/** A change computed from what the file holds right now; a code refuses it and nothing is written. */
export type ConfigChange = (
  servers: readonly McpServerConfig[],
) => { readonly servers: readonly McpServerConfig[] } | { readonly code: ErrorCode };

/** mcp.json: read whole, written whole, under a lock that other processes of Loop respect (CFG-01 … CFG-03, CFG-18). */
export class ConfigStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Rejects with `config-file-malformed` or `storage-error`. A missing file holds no servers. */
  async read(): Promise<readonly McpServerConfig[]> {
    const text = await this.#text();
    if (text === null) return [];
    const servers = readConfigText(text);
    if (servers === null) throw new McpManagerError("config-file-malformed");
    return servers;
  }

  /** Re-reads under the lock, so that an edit made elsewhere is built upon and never undone. */
  async change(change: ConfigChange): Promise<readonly McpServerConfig[]> {
    try {
      return await withFileLock(this.#file, { waitMs: lockWaitMs }, (held) => this.#changeLocked(change, held));
    } catch (error) {
      if (error instanceof McpManagerError) throw error;
      throw new McpManagerError(error instanceof FileBusyError ? "storage-busy" : "storage-error");
    }
  }

  /** Files that a killed writer left beside mcp.json. */
  async tidy(): Promise<void> {
    await removeStaleTempFiles(this.#file, Date.now());
  }

  async #changeLocked(change: ConfigChange, held: { isLost(): boolean }): Promise<readonly McpServerConfig[]> {
    const before = await this.read();
    const outcome = change(before);
    if ("code" in outcome) throw new McpManagerError(outcome.code);
    if (held.isLost()) throw new FileBusyError();
    if (outcome.servers !== before) await replaceFile(this.#file, writeConfigText(outcome.servers));
    return outcome.servers;
  }

  async #text(): Promise<string | null> {
    try {
      const { size } = await stat(this.#file);
      if (size > MAX_CONFIG_BYTES) throw new McpManagerError("config-file-malformed");
      return await readFile(this.#file, "utf8");
    } catch (error) {
      if (error instanceof McpManagerError) throw error;
      if (isErrno(error, "ENOENT")) return null;
      throw new McpManagerError("storage-error");
    }
  }
}
