import { errorText, McpServerConfig, ServerId } from "@loop/contract";
import type { Pair } from "./option-values.js";

export interface AddFlags {
  readonly name?: string;
  readonly url?: string;
  readonly bearerEnv?: string;
  readonly header?: readonly Pair[];
  readonly headerEnv?: readonly Pair[];
  readonly env?: readonly Pair[];
  readonly envVar?: readonly string[];
  readonly cwd?: string;
  readonly disabled?: boolean;
}

export type ConfigReading =
  | { readonly ok: true; readonly config: McpServerConfig }
  | { readonly ok: false; readonly sentence: string };

/** Shape only: what the values may be is the manager's to decide. */
export function readServerConfig(id: string, command: readonly string[], flags: AddFlags): ConfigReading {
  if (!ServerId.safeParse(id).success) return { ok: false, sentence: errorText("config-id-invalid").sentence };
  const transport = readTransport(command, flags);
  if (typeof transport === "string") return { ok: false, sentence: transport };
  const config = { id, name: flags.name ?? id, enabled: flags.disabled !== true, transport };
  const reading = McpServerConfig.safeParse(config);
  if (!reading.success) return { ok: false, sentence: errorText("config-invalid").sentence };
  return { ok: true, config: reading.data };
}

function readTransport([command, ...args]: readonly string[], flags: AddFlags): object | string {
  const { url, bearerEnv = "", header = [], headerEnv = [], env = [], envVar = [], cwd = "" } = flags;
  if (url !== undefined && command !== undefined) return "Give either a command or --url, not both.";
  if (url !== undefined) {
    const isLocal = env.length > 0 || envVar.length > 0 || cwd !== "";
    if (isLocal) return "--env, --env-var and --cwd belong to a command, not to --url.";
    return { type: "http", url, bearerTokenEnv: bearerEnv, headers: header, envHeaders: headerEnv };
  }
  if (command === undefined)
    return "Give the command after --, as in: loop mcp add notes -- npx my-server. Or give --url.";
  const isRemote = bearerEnv !== "" || header.length > 0 || headerEnv.length > 0;
  if (isRemote) return "--bearer-env, --header and --header-env belong to --url, not to a command.";
  return { type: "stdio", command, args, env, envVars: envVar, cwd };
}

/** The bundled sample server, started with this same Node. `entry` is the path of its main file. */
export function sampleServerConfig(id: string, entry: string): McpServerConfig {
  return {
    id,
    name: "Sample",
    enabled: true,
    transport: { type: "stdio", command: process.execPath, args: [entry], env: [], envVars: [], cwd: "" },
  };
}
