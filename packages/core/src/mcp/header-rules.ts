import type { HttpTransport } from "@loop/contract";
import { firstVerdict, isReservedName, type Verdict, variableVerdict } from "./field-rules.js";

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Printable, as far as a header can carry it. */
const sendableValue = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Set by the protocol or the connection itself. */
const ownedHeaders = new Set([
  "accept",
  "accept-encoding",
  "connection",
  "content-encoding",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** CFG-10, CFG-11. */
export function headersVerdict(transport: HttpTransport): Verdict {
  const keys = [...transport.headers, ...transport.envHeaders].map((row) => row.key);
  return firstVerdict([
    ...keys.map(headerNameVerdict),
    ...transport.headers.map((row) => headerValueVerdict(row.value)),
    ...transport.envHeaders.map((row) => variableVerdict(row.value)),
    transport.bearerTokenEnv === "" ? null : variableVerdict(transport.bearerTokenEnv),
    hasDuplicate(keys) ? "config-header-duplicate" : null,
    transport.bearerTokenEnv !== "" && keys.some(isAuthorization) ? "config-header-conflict" : null,
  ]);
}

function headerNameVerdict(name: string): Verdict {
  if (name.trim() === "") return "config-name-empty";
  if (isReservedName(name)) return "config-key-reserved";
  if (name.length > 256) return "config-field-too-long";
  return token.test(name) && !ownedHeaders.has(name.toLowerCase()) ? null : "config-header-invalid";
}

/** Also asked of values that come from the environment, at connection time. */
export function headerValueVerdict(value: string): Verdict {
  if (value.length > 16_384) return "config-field-too-long";
  if (/[\r\n\0]/.test(value)) return "config-control-character";
  return sendableValue.test(value) ? null : "config-header-invalid";
}

function hasDuplicate(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size < names.length;
}

function isAuthorization(name: string): boolean {
  return name.toLowerCase() === "authorization";
}
