import { readFile } from "node:fs/promises";
import { type ErrorCode, McpConfigFile, type McpServerConfig } from "@loop/contract";
import { McpManager } from "@loop/core";
import { readJson } from "./read-json.js";

export type SavedServers =
  | { readonly ok: true; readonly servers: readonly McpServerConfig[] }
  | { readonly ok: false; readonly code: ErrorCode };

/** What is saved, secrets included, for a look that starts nothing. A missing file holds no servers. */
export async function readSavedServers(file: string): Promise<SavedServers> {
  const text = await textOf(file);
  if (text === null) return { ok: true, servers: [] };
  const reading = text === undefined ? null : readJson(text);
  if (reading === null) return { ok: false, code: "storage-error" };
  const parsed = McpConfigFile.safeParse(reading.ok ? reading.value : null);
  return parsed.success ? { ok: true, servers: parsed.data.servers } : { ok: false, code: "config-file-malformed" };
}

/** Null where there is no file, undefined where it cannot be read. */
async function textOf(file: string): Promise<string | null | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? null : undefined;
  }
}

/** A manager that changes the file and starts nothing: a host without transports has no servers of its own. */
export function openWithoutServers(file: string): McpManager {
  return new McpManager(file, { policy: { transports: [] } });
}
