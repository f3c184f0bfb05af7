import { isAbsolute } from "node:path";
import { type HttpTransport, McpServerConfig, SERVER_ID_PATTERN, type StdioTransport } from "@loop/contract";
import {
  bytesVerdict,
  countVerdict,
  firstVerdict,
  isReservedName,
  lineVerdict,
  nameVerdict,
  type Verdict,
  variableVerdict,
} from "./field-rules.js";
import { headersVerdict } from "./header-rules.js";
import { urlVerdict } from "./url-rules.js";

/** Names of the variables Loop sets in a server's process for its own use. */
export const MARKER_VARIABLE = "LOOP_MCP_PROCESS";

export const MAX_SERVERS = 500;
const maxRows = 500;
const maxTextLength = 4_096;
const maxValueLength = 65_536;

export type ParsedConfig =
  | { readonly ok: true; readonly config: McpServerConfig }
  | { readonly ok: false; readonly code: Exclude<Verdict, null> };

/** Shape and values of one configuration (CFG-04 … CFG-17). Unknown fields are dropped (CFG-16). */
export function parseConfig(input: unknown): ParsedConfig {
  if (hasWrongId(input)) return { ok: false, code: "config-id-invalid" };
  const parsed = McpServerConfig.safeParse(input);
  if (!parsed.success) return { ok: false, code: "config-invalid" };
  const code = configVerdict(parsed.data);
  return code === null ? { ok: true, config: parsed.data } : { ok: false, code };
}

function hasWrongId(input: unknown): boolean {
  if (typeof input !== "object" || input === null || !("id" in input)) return false;
  return typeof input.id !== "string" || !SERVER_ID_PATTERN.test(input.id);
}

function configVerdict(config: McpServerConfig): Verdict {
  return firstVerdict([
    isReservedName(config.id) ? "config-key-reserved" : null,
    nameVerdict(config.name, 200),
    config.transport.type === "stdio" ? stdioVerdict(config.transport) : httpVerdict(config.transport),
  ]);
}

function stdioVerdict(transport: StdioTransport): Verdict {
  const keys = transport.env.map((row) => row.key);
  return firstVerdict([
    transport.command.trim() === "" ? "config-command-empty" : lineVerdict(transport.command, maxTextLength),
    countVerdict(transport.args, maxRows),
    countVerdict(transport.env, maxRows),
    countVerdict(transport.envVars, maxRows),
    ...transport.args.map((argument) => bytesVerdict(argument, maxValueLength)),
    lineVerdict(transport.cwd, maxTextLength),
    transport.cwd === "" || isAbsolute(transport.cwd) ? null : "config-cwd-relative",
    ...[...keys, ...transport.envVars].map(processVariableVerdict),
    ...transport.env.map((row) => bytesVerdict(row.value, maxValueLength)),
    hasDuplicate(keys) || hasDuplicate(transport.envVars) ? "config-key-duplicate" : null,
  ]);
}

function processVariableVerdict(name: string): Verdict {
  return name === MARKER_VARIABLE ? "config-key-reserved" : variableVerdict(name);
}

function httpVerdict(transport: HttpTransport): Verdict {
  return firstVerdict([
    urlVerdict(transport.url),
    countVerdict(transport.headers, maxRows),
    countVerdict(transport.envHeaders, maxRows),
    headersVerdict(transport),
  ]);
}

function hasDuplicate(names: readonly string[]): boolean {
  return new Set(names).size < names.length;
}
