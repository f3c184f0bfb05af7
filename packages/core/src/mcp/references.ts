import type { HttpTransport, StdioTransport } from "@loop/contract";
import { McpFailure } from "./failures.js";
import { headerValueVerdict } from "./header-rules.js";

/** A process environment, as `process.env` is one. */
export type Environment = Readonly<Record<string, string | undefined>>;

export function hostEnvironment(): Environment {
  return process.env;
}

/** What every program needs to run at all, and nothing that could be a secret (CFG-08). */
const posixVariables = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
const windowsVariables = [
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "NUMBER_OF_PROCESSORS",
  "PATH",
  "PATHEXT",
  "PROCESSOR_ARCHITECTURE",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "TMP",
  "USERNAME",
  "USERPROFILE",
  "WINDIR",
];

/** The whole environment of a server's process: the minimum, then the named variables, then literal values. */
export function childEnvironment(transport: StdioTransport, environment: Environment): Record<string, string> {
  const child = new Map<string, string>();
  for (const name of process.platform === "win32" ? windowsVariables : posixVariables) {
    const value = environment[name];
    if (value !== undefined && !value.startsWith("()")) child.set(name, value);
  }
  for (const name of transport.envVars) child.set(name, resolveVariable(name, environment));
  for (const row of transport.env) child.set(row.key, row.value);
  return Object.fromEntries(child);
}

/** Literal and referenced headers of an HTTP server, references resolved now (CFG-10). */
export function requestHeaders(transport: HttpTransport, environment: Environment): ReadonlyMap<string, string> {
  const headers = new Map(transport.headers.map((row) => [row.key, row.value]));
  for (const row of transport.envHeaders) headers.set(row.key, headerVariable(row.value, environment));
  if (transport.bearerTokenEnv !== "") {
    headers.set("Authorization", `Bearer ${headerVariable(transport.bearerTokenEnv, environment)}`);
  }
  return headers;
}

function headerVariable(name: string, environment: Environment): string {
  const value = resolveVariable(name, environment);
  if (value === "") throw new McpFailure("missing-variable");
  if (headerValueVerdict(value) !== null) throw new McpFailure("config-header-invalid");
  return value;
}

function resolveVariable(name: string, environment: Environment): string {
  const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
  if (value === undefined) throw new McpFailure("missing-variable");
  return value;
}
