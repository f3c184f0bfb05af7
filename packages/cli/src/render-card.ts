import type { ApprovalRequest } from "@loop/contract";
import { placeOf } from "./call-place.js";
import type { Style } from "./style.js";
import type { OpenQuestion } from "./terminal-approvals.js";
import { shortened, visibleBlock, visibleLine } from "./visible-text.js";

/** A card never hides an argument; it only stops repeating a server's own long description. */
const MAX_DESCRIPTION = 1_200;

export interface CardParts {
  readonly style: Style;
  readonly nowMs: number;
  /** How people call the script that makes this call; null where none does. */
  readonly script: string | null;
}

/** The question as lines: tool, server, the server's own words, all arguments, when it ends, and how to answer. */
export function renderCard({ name, request }: OpenQuestion, { style, nowMs, script }: CardParts): string[] {
  return [
    "",
    `${style.bold(`? ${name}`)}  ${style.bold(toolTitle(request))}`,
    ...placeLines(request, script),
    ...descriptionLines(request),
    "  Arguments, exactly as they would be sent:",
    ...indent(visibleBlock(prettyJson(request.args)), "    "),
    ...expiryLines(request, nowMs),
    `  ${answers(name, request)}`,
    "",
  ];
}

function toolTitle({ tool, serverName }: ApprovalRequest): string {
  if ("builtin" in tool) return `Loop wants to use ${visibleLine(tool.builtin)}`;
  const { serverId, toolName } = tool;
  const server = serverName === undefined || serverName === serverId ? serverId : `${serverName} (${serverId})`;
  return `Allow ${visibleLine(toolName)} on ${visibleLine(server)}?`;
}

function placeLines({ callId }: ApprovalRequest, script: string | null): string[] {
  const place = placeOf(callId);
  if (place === null) return [];
  const named = script === null || script === "a script" ? "a script" : `script ${script}`;
  return [`  Call ${place.ordinal} of ${named}.`];
}

function descriptionLines({ tool, description }: ApprovalRequest): string[] {
  const words = visibleBlock(shortened(description.trim(), MAX_DESCRIPTION));
  if ("builtin" in tool) return words === "" ? [] : indent(words, "  ");
  if (words === "") return ["  The server does not say what this tool does."];
  return ["  What the server says about it, in its own words:", ...indent(words, "  │ ")];
}

function expiryLines({ expiresAt }: ApprovalRequest, nowMs: number): string[] {
  if (expiresAt === null) return [];
  return [`  Without an answer it is refused ${timeLeft(Date.parse(expiresAt) - nowMs)}, at ${localTime(expiresAt)}.`];
}

function answers(name: string, { allowSession, callId }: ApprovalRequest): string {
  const session = allowSession ? `   /approve-session ${name}` : "";
  const stop = placeOf(callId) === null ? "" : `   /stop-script ${name}`;
  return `/approve ${name}   /deny ${name} [reason]${session}${stop}`;
}

function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `in ${seconds} s`;
  return `in ${Math.round(seconds / 60)} min`;
}

export function localTime(iso: string): string {
  return new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" }).format(new Date(iso));
}

export function prettyJson(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? "(none)";
}

export function indent(block: string, by: string): string[] {
  return block.split("\n").map((line) => by + line);
}
