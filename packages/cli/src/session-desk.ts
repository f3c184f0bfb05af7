import type { Grant, PermissionPreset } from "@loop/contract";
import { sentenceAndStep } from "./call-words.js";
import { CHAT_HELP, type ChatCommand } from "./chat-command.js";
import type { CompletionWords } from "./complete-line.js";
import { GrantNames } from "./grant-names.js";
import { localTime } from "./render-card.js";
import { columns } from "./render-servers.js";
import { scriptLines } from "./script-lines.js";
import type { ScriptShelf } from "./script-shelf.js";
import type { ServerDesk } from "./server-desk.js";
import type { Style } from "./style.js";
import type { TerminalSession } from "./terminal-session.js";
import { visibleLine } from "./visible-text.js";

/** What a person can ask about the session while nothing, or anything, runs. */
export type DeskCommand = Extract<
  ChatCommand,
  { kind: "tools" | "servers" | "retry" | "grants" | "revoke" | "permission" | "script" | "workspace" | "help" }
>;

export interface SessionDeskParts {
  readonly session: Pick<TerminalSession, "grants" | "revokeGrant" | "setPermission">;
  readonly servers: ServerDesk;
  readonly shelf: ScriptShelf;
  readonly style: Style;
  readonly permission: PermissionPreset;
  readonly workspace: string;
}

/** Answers questions about one conversation, in lines. */
export class SessionDesk {
  readonly #parts: SessionDeskParts;
  readonly #names = new GrantNames();
  #permission: PermissionPreset;

  constructor(parts: SessionDeskParts) {
    this.#parts = parts;
    this.#permission = parts.permission;
  }

  async lines(command: DeskCommand): Promise<readonly string[]> {
    const { servers, workspace } = this.#parts;
    switch (command.kind) {
      case "tools":
        return servers.toolLines();
      case "servers":
        return servers.serverLines();
      case "retry":
        return servers.retryLines(command.serverId);
      case "grants":
        return this.#grantLines();
      case "revoke":
        return [this.#revoke(command.id)];
      case "permission":
        return [this.#changePermission(command.preset)];
      case "script":
        return this.#scriptLines(command.name);
      case "workspace":
        return [`This conversation works in ${visibleLine(workspace)}.`];
      case "help":
        return CHAT_HELP.split("\n");
      default:
        return unreachable(command);
    }
  }

  /** What can be named after a command, for completion. */
  async words(openQuestions: readonly string[]): Promise<CompletionWords> {
    const { session, servers, shelf } = this.#parts;
    const grants = session.grants().map((grant) => this.#names.of(grant));
    return { ...(await servers.names()), questions: openQuestions, grants, scripts: shelf.names() };
  }

  #grantLines(): readonly string[] {
    const grants = this.#parts.session.grants();
    if (grants.length === 0) return ["No tool is allowed for this session."];
    const rows = grants.map((grant) => [
      this.#names.of(grant),
      visibleLine(grant.serverId),
      visibleLine(grant.toolName),
      localTime(grant.grantedAt),
    ]);
    return [...columns([["ID", "SERVER", "TOOL", "SINCE"], ...rows]), "/revoke ID takes one back."];
  }

  #revoke(id: string): string {
    const { session } = this.#parts;
    const grant = this.#names.find(session.grants(), id);
    if (grant === null || !session.revokeGrant(grant.id))
      return `${sentenceAndStep("grant-unknown")} /grants shows them.`;
    return `${toolOf(grant)} is no longer allowed for this session. Its next call asks you again.`;
  }

  #changePermission(preset: PermissionPreset | null): string {
    if (preset !== null) {
      this.#permission = preset;
      this.#parts.session.setPermission(preset);
    }
    const meaning =
      this.#permission === "full-access" ? "Calls run without asking." : "Calls to MCP servers ask you first.";
    return `The preset is ${this.#permission}. ${meaning}`;
  }

  #scriptLines(name: string | null): readonly string[] {
    const { shelf, style } = this.#parts;
    const wanted = name ?? shelf.names()[0];
    if (wanted === undefined) return ["No script has run yet."];
    const source = shelf.find(wanted);
    if (source === null) return [`There is no script ${visibleLine(wanted)}. The last hundred are kept.`];
    return [style.dim(`script ${wanted}`), ...scriptLines(source, style)];
  }
}

function toolOf({ serverId, toolName }: Grant): string {
  return `${visibleLine(serverId)} · ${visibleLine(toolName)}`;
}

function unreachable(value: never): never {
  throw new Error(`unknown case ${JSON.stringify(value)}`);
}
