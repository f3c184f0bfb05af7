import { isDeepStrictEqual } from "node:util";
import type { KeyValue, McpServerConfig, Transport } from "@loop/contract";
import type { Verdict } from "./field-rules.js";

/** Literal values are write-only: what `list()` gives out is empty and marked (CFG-13). */
export function redactConfig(config: McpServerConfig): McpServerConfig {
  return { id: config.id, name: config.name, enabled: config.enabled, transport: redactTransport(config.transport) };
}

function redactTransport(transport: Transport): Transport {
  if (transport.type === "stdio") return { ...transport, env: transport.env.map(redactRow) };
  return { ...transport, headers: transport.headers.map(redactRow) };
}

function redactRow(row: KeyValue): KeyValue {
  return { key: row.key, value: "", saved: true };
}

export type FilledConfig =
  | { readonly ok: true; readonly config: McpServerConfig }
  | { readonly ok: false; readonly code: Exclude<Verdict, null> };

/**
 * Puts kept secrets back in place (CFG-14). A marker with nothing to keep is refused, and so is one that would carry a
 * secret over to another command, directory or address (CFG-15).
 */
export function fillSecrets(config: McpServerConfig, stored: McpServerConfig | null): FilledConfig {
  const rows = secretRows(config.transport);
  const kept = rows.filter(isKept);
  if (kept.length === 0) return { ok: true, config: withRows(config, rows.map(plainRow)) };
  const known = storedRows(config.transport, stored);
  const keyOf = (row: KeyValue) => comparedKey(config.transport, row);
  if (kept.some((row) => !known.has(keyOf(row)))) return { ok: false, code: "config-secret-unknown" };
  if (stored !== null && !isSameEndpoint(config.transport, stored.transport)) {
    return { ok: false, code: "config-secret-reentry" };
  }
  const filled = rows.map((row) =>
    isKept(row) ? { key: row.key, value: known.get(keyOf(row)) ?? "" } : plainRow(row),
  );
  return { ok: true, config: withRows(config, filled) };
}

function isKept(row: KeyValue): boolean {
  return row.saved === true && row.value === "";
}

function plainRow(row: KeyValue): KeyValue {
  return { key: row.key, value: row.value };
}

function secretRows(transport: Transport): readonly KeyValue[] {
  return transport.type === "stdio" ? transport.env : transport.headers;
}

function storedRows(transport: Transport, stored: McpServerConfig | null): ReadonlyMap<string, string> {
  if (stored === null || stored.transport.type !== transport.type) return new Map();
  return new Map(secretRows(stored.transport).map((row) => [comparedKey(transport, row), row.value]));
}

/** Capital letters tell variables apart, but not headers. */
function comparedKey({ type }: Transport, { key }: KeyValue): string {
  return type === "http" ? key.toLowerCase() : key;
}

function withRows(config: McpServerConfig, rows: KeyValue[]): McpServerConfig {
  const { transport } = config;
  if (transport.type === "stdio") return { ...config, transport: { ...transport, env: rows } };
  return { ...config, transport: { ...transport, headers: rows } };
}

/**
 * Where a secret goes. Compared letter by letter: a spelling that only looks the same (capital letters, a default port,
 * a trailing slash) also asks for the secret again, which costs a moment and can leak nothing.
 */
function isSameEndpoint(left: Transport, right: Transport): boolean {
  if (left.type === "http") return right.type === "http" && left.url === right.url;
  if (right.type === "http") return false;
  return left.command === right.command && left.cwd === right.cwd && isDeepStrictEqual(left.args, right.args);
}
