import type { ContentBlock, Entry, NestedCall, StepEntry } from "@loop/contract";
import { APP } from "../../words/app-words.js";
import { grantEndedText, noticeText } from "../../words/chat-words.js";
import { explain } from "../../words/errors.js";
import { EXPORT } from "../../words/export-words.js";
import { durationText, nestedWord, stepWords } from "../../words/step-words.js";
import type { Exported } from "./exported.js";

type ServerName = Exported["serverName"];

/** The record as text: what was said, each step with how it went, and the answers as their servers' own words. */
export function asMarkdown({ conversation, entries, serverName, at }: Exported): string {
  const title = conversation.title === "" ? APP.untitled : conversation.title;
  const parts = [
    `# ${title}`,
    `*${EXPORT.note(timeText(at))}*`,
    ...entries.flatMap((one) => entryParts(one, serverName)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function entryParts(entry: Entry, serverName: ServerName): readonly string[] {
  switch (entry.kind) {
    case "user":
      return [heading(EXPORT.you, entry.at), entry.text];
    case "assistant":
      return [
        heading(EXPORT.answer, entry.at),
        ...(entry.reasoning === undefined ? [] : [quoted(`${EXPORT.reasoning}: ${entry.reasoning}`)]),
        ...(entry.text === "" ? [] : [entry.text]),
      ];
    case "notice":
      return [`*${noticeWords(entry, serverName)}*`];
    case "step":
      return stepParts(entry, serverName);
  }
}

function stepParts(step: StepEntry, serverName: ServerName): readonly string[] {
  const { word } = stepWords(step);
  const name = nameOf(step, serverName);
  const facts = [step.byHand === true ? EXPORT.byHand : "", durationText(step.durationMs)].filter((one) => one !== "");
  const why = step.code === undefined ? [] : [outcome(step.code)];
  return [
    `**${name.bold}**${name.code === "" ? "" : ` ${inline(name.code)}`}: ${[word, ...facts].join(", ")}`,
    ...why,
    ...(step.calls === undefined ? [] : [step.calls.map((call) => nestedLine(call, serverName)).join("\n")]),
    ...argumentParts(step),
    ...(step.result === undefined ? [] : resultParts(step.result, name.bold)),
  ];
}

function nameOf({ tool }: StepEntry, serverName: ServerName): { readonly bold: string; readonly code: string } {
  if (tool === "codemode") return { bold: EXPORT.script, code: "" };
  if ("builtin" in tool) return { bold: APP.name, code: tool.builtin };
  return { bold: serverName(tool.serverId, tool.serverName), code: tool.toolName };
}

function nestedLine(call: NestedCall, serverName: ServerName): string {
  return `- ${serverName(call.serverId, call.serverName)} ${inline(call.toolName)}: ${nestedWord(call)}`;
}

function argumentParts({ tool, args, allowedBy }: StepEntry): readonly string[] {
  if (args === undefined) return [];
  if (tool === "codemode" && typeof args === "object" && args !== null && "script" in args) {
    return [fenced(String(args.script), "js")];
  }
  const isOwn = typeof tool === "object" && "builtin" in tool;
  const label = isOwn || allowedBy !== undefined ? EXPORT.sent : EXPORT.wouldHaveBeenSent;
  return [`${label}:`, fenced(JSON.stringify(args, null, 2), "json")];
}

function resultParts(blocks: readonly ContentBlock[], name: string): readonly string[] {
  if (blocks.length === 0) return [EXPORT.nothing];
  return [
    EXPORT.result(name),
    ...blocks.map((block) => (block.type === "text" ? fenced(block.text, "") : EXPORT.picture(block.mimeType))),
  ];
}

function noticeWords(entry: Extract<Entry, { kind: "notice" }>, serverName: ServerName): string {
  const { serverId, toolName, because } = entry.params ?? {};
  if (entry.code === "grant-ended" && serverId !== undefined && toolName !== undefined) {
    return `${toolName}: ${grantEndedText(serverName(String(serverId)), String(because))}`;
  }
  return noticeText(entry.code) ?? outcome(entry.code);
}

function outcome(code: string): string {
  const { sentence, nextStep } = explain(code);
  return `${sentence} ${nextStep}`.trim();
}

function heading(who: string, at: string): string {
  return `## ${who}, ${timeText(at)}`;
}

/** "2026-12-01 14:02 UTC": the same for whoever reads the file. */
function timeText(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function quoted(text: string): string {
  return text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
}

/** The fence is longer than any inside, so that nobody's text gets out of it. */
function fenced(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

function inline(text: string): string {
  const ticks = "`".repeat(longestTicks(text) + 1);
  return ticks.length === 1 ? `\`${text}\`` : `${ticks} ${text} ${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
}
