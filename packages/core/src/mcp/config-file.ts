import type { KeyValue, McpServerConfig, Transport } from "@loop/contract";
import { MAX_SERVERS, parseConfig } from "./configuration.js";

/** Larger files are not read: nothing Loop writes comes near it. */
export const MAX_CONFIG_BYTES = 32 * 1_024 * 1_024;

/** The servers in the text of mcp.json, or null when it is not a version-1 file with only valid servers (CFG-03). */
export function readConfigText(text: string): readonly McpServerConfig[] | null {
  const document = parseJson(text);
  if (typeof document !== "object" || document === null) return null;
  if (!("version" in document) || document.version !== 1) return null;
  if (!("servers" in document) || !Array.isArray(document.servers)) return null;
  if (document.servers.length > MAX_SERVERS) return null;
  const servers: McpServerConfig[] = [];
  for (const entry of document.servers) {
    const parsed = parseConfig(entry);
    if (!parsed.ok) return null;
    servers.push(withoutMarkers(parsed.config));
  }
  return new Set(servers.map((server) => server.id)).size === servers.length ? servers : null;
}

/** Fields in a fixed order; what is not ours, legacy fields included, is not written (CFG-16). */
export function writeConfigText(servers: readonly McpServerConfig[]): string {
  return `${JSON.stringify({ version: 1, servers: servers.map(withoutMarkers) }, null, 2)}\n`;
}

/** A saved marker is a word between form and manager; it has no place in the file. */
function withoutMarkers(config: McpServerConfig): McpServerConfig {
  return { id: config.id, name: config.name, enabled: config.enabled, transport: plainTransport(config.transport) };
}

function plainTransport(transport: Transport): Transport {
  if (transport.type === "stdio") return { ...transport, env: transport.env.map(plainRow) };
  return { ...transport, headers: transport.headers.map(plainRow) };
}

function plainRow(row: KeyValue): KeyValue {
  return { key: row.key, value: row.value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
