import { unreachable } from "@loop/contract";
import type { ScriptEnd, ScriptOutcomeCode } from "./script-errors.js";

/** What a model reads after what a script emitted; null when there is nothing to add. */
export function describeEnd(of: {
  readonly end: ScriptEnd;
  readonly omittedCharacters: number;
  readonly isEmpty: boolean;
}): string | null {
  const { end, omittedCharacters, isEmpty } = of;
  const lines: string[] = [];
  if (end.code !== "ok") lines.push(`[${sentenceFor(end.code)}${faultText(end)}]`);
  else if (isEmpty) lines.push("[The script ended and emitted nothing. Use emit(value) or return a value.]");
  if (end.unanswered > 0 && (end.code === "ok" || end.code === "script")) {
    lines.push(`[Calls it did not await, dropped at its end: ${end.unanswered}.]`);
  }
  if (omittedCharacters > 0) lines.push(`[${omittedCharacters} characters omitted; emit less.]`);
  if ((end.code !== "ok" || isEmpty) && end.console !== "") lines.push(`console:\n${end.console.trimEnd()}`);
  return lines.length === 0 ? null : lines.join("\n");
}

function faultText({ fault }: ScriptEnd): string {
  if (fault === null) return "";
  const where = fault.line === null ? "" : ` (line ${fault.line})`;
  return ` ${fault.name}: ${fault.message}${where}`;
}

function sentenceFor(code: ScriptOutcomeCode): string {
  switch (code) {
    case "ok":
      return "The script ended.";
    case "syntax":
      return "The script is not valid JavaScript or TypeScript; nothing ran.";
    case "script":
      return "The script threw an error.";
    case "timeout":
      return "The script ran out of time and was stopped; what it emitted is kept.";
    case "memory":
      return "The script ran out of memory and was stopped; what it emitted is kept.";
    case "stack":
      return "The script called itself too deeply.";
    case "deadlock":
      return "The script waits for a promise that can never settle.";
    case "cancelled":
      return "The script was cancelled. A call it had already sent may have taken effect.";
    case "busy":
      return "Too many scripts run at once; nothing ran. Try again in a moment.";
    case "interrupted":
      return "The script was interrupted.";
    case "engine":
      return "The script could not be run to its end.";
    default:
      return unreachable(code);
  }
}
