import type { McpServerConfig, PermissionPreset } from "@loop/contract";

export type Delivery = "codemode" | "direct";

/** What a session is opened with, every default filled in. */
export interface SessionFlags {
  /** `provider/model`; null where neither the flag nor LOOP_MODEL names one. */
  readonly model: string | null;
  /** Null: no servers (SDK-04). */
  readonly mcpFile: string | null;
  readonly permission: PermissionPreset;
  /** How tools reach the model; null: the session's own, codemode. */
  readonly delivery: Delivery | null;
  /** Absolute. */
  readonly workspace: string;
  /** Null: the session's own, thirty minutes. */
  readonly answerWithinMs: number | null;
  readonly dataDir: string;
}

export type McpAction =
  | { readonly kind: "list" }
  | { readonly kind: "add"; readonly config: McpServerConfig }
  | { readonly kind: "remove" | "enable" | "disable"; readonly id: string }
  | { readonly kind: "retry"; readonly id: string }
  /** A saved server, or one that is only described. */
  | { readonly kind: "test"; readonly target: { readonly id: string } | { readonly config: McpServerConfig } }
  /** `-` reads standard input. */
  | { readonly kind: "import"; readonly path: string; readonly saves: boolean | null };

/** How `ask` answers for calls that need a yes: with nobody, with the person at the terminal, or always. */
export type Approve = "never" | "ask" | "always";

export interface AskCommand {
  readonly command: "ask";
  readonly approve: Approve;
  /** `-` reads standard input. */
  readonly text: string;
  readonly json: boolean;
  readonly waitServersMs: number;
  readonly session: SessionFlags;
}

export interface ChatCommandLine {
  readonly command: "chat";
  /** No line editing and no redrawing. */
  readonly plain: boolean;
  readonly session: SessionFlags;
}

export interface McpCommand {
  readonly command: "mcp";
  readonly action: McpAction;
  readonly file: string;
  readonly json: boolean;
  readonly waitServersMs: number;
}

export interface DoctorCommand {
  readonly command: "doctor";
  readonly json: boolean;
  readonly dataDir: string;
  readonly mcpFile: string;
  readonly model: string | null;
  /** Whether the servers are started and looked at. */
  readonly startsServers: boolean;
  /** Whether the model is asked something. */
  readonly asksModel: boolean;
  readonly waitServersMs: number;
}

export type CommandLine = AskCommand | ChatCommandLine | McpCommand | DoctorCommand;

export type ArgumentsReading =
  | { readonly kind: "run"; readonly commandLine: CommandLine; readonly color: boolean }
  /** Help, asked for. */
  | { readonly kind: "shown"; readonly text: string }
  | { readonly kind: "wrong"; readonly sentence: string };

/** What the environment says where a flag is silent. */
export interface Defaults {
  readonly dataDir: string;
  readonly model: string | null;
  readonly workspace: string;
  readonly isDumb: boolean;
  /** From LOOP_DELIVERY; null where it names none. */
  readonly delivery: Delivery | null;
}

export type Found = (commandLine: CommandLine) => void;

export interface TreeOptions {
  readonly defaults: Defaults;
  /** Whether `--` was typed: what follows it is a command and never an id. */
  readonly hasSeparator: boolean;
  readonly found: Found;
  /** Gets the help that was asked for. */
  readonly show: (text: string) => void;
}

/** Where a one-shot command waits for servers. */
export const WAIT_SERVERS_MS = 15_000;
