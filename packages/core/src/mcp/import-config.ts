import type { ErrorCode, McpServerConfig, Transport } from "@loop/contract";
import { isRecord } from "./transport.js";

export type ImportedServer =
  | { readonly ok: true; readonly config: McpServerConfig }
  | { readonly ok: false; readonly name: string; readonly code: ErrorCode };

/**
 * The JSON in which other hosts keep their servers, as configurations for the form (CFG-19): `mcpServers`, `servers` or
 * `mcp.servers` with a name for each, or one bare server. Nothing is saved, and the save's rules still decide.
 */
export function importServers(json: string): readonly ImportedServer[] | { readonly code: ErrorCode } {
  const document = parseJson(json);
  if (!isRecord(document)) return { code: "config-invalid" };
  const listed = listedServers(document);
  const entries = listed ?? (isServer(document) ? [["server", document] as const] : []);
  if (entries.length === 0) return { code: "config-invalid" };
  const usedIds = new Set<string>();
  return entries.map(([name, entry]) => importServer(name, entry, usedIds));
}

type Entry = Readonly<Record<string, unknown>>;

function listedServers(document: Entry): (readonly [string, unknown])[] | null {
  for (const holder of [document, document.mcp]) {
    if (!isRecord(holder)) continue;
    for (const list of [holder.mcpServers, holder.servers]) {
      if (Array.isArray(list)) return list.map((entry) => [nameIn(entry), entry] as const);
      if (isRecord(list)) return Object.entries(list);
    }
  }
  const entries = Object.entries(document);
  return entries.length > 0 && entries.every(([, entry]) => isServer(entry)) ? entries : null;
}

function nameIn(entry: unknown): string {
  if (!isRecord(entry)) return "server";
  return text(entry.name) || text(entry.id) || "server";
}

function isServer(entry: unknown): boolean {
  if (!isRecord(entry)) return false;
  return typeof entry.command === "string" || addressOf(entry) !== "";
}

function importServer(name: string, entry: unknown, usedIds: Set<string>): ImportedServer {
  if (!isRecord(entry) || !isServer(entry)) return { ok: false, name, code: "config-invalid" };
  if (text(entry.type) === "sse" || text(entry.transport) === "sse") {
    return { ok: false, name, code: "config-import-unsupported" };
  }
  const transport = typeof entry.command === "string" ? stdioTransport(entry, entry.command) : httpTransport(entry);
  const enabled = entry.disabled !== true && entry.enabled !== false;
  return { ok: true, config: { id: freeId(name, usedIds), name: name.trim() || "server", enabled, transport } };
}

function stdioTransport(entry: Entry, command: string): Transport {
  return {
    type: "stdio",
    command,
    args: Array.isArray(entry.args) ? entry.args.map(text) : [],
    env: pairs(entry.env),
    envVars: [],
    cwd: text(entry.cwd),
  };
}

function httpTransport(entry: Entry): Transport {
  return { type: "http", url: addressOf(entry), bearerTokenEnv: "", headers: pairs(entry.headers), envHeaders: [] };
}

function addressOf(entry: Entry): string {
  return text(entry.url) || text(entry.serverUrl) || text(entry.httpUrl);
}

/** Every value is literal, whatever it looks like: Loop expands nothing. */
function pairs(value: unknown): { key: string; value: string }[] {
  return isRecord(value) ? Object.entries(value).map(([key, member]) => ({ key, value: text(member) })) : [];
}

function text(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function freeId(name: string, usedIds: Set<string>): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, "-")
    .replace(/^[^a-z0-9]+|-+$/g, "")
    .slice(0, 56);
  const base = plain === "" ? "server" : plain;
  let id = base;
  for (let count = 2; usedIds.has(id); count += 1) id = `${base}-${count}`;
  usedIds.add(id);
  return id;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
