import type { SessionEvent } from "@loop/contract";

/** Documented in `--help`; scripts rely on them. */
export const EXIT = { done: 0, internal: 1, refused: 2, model: 3, usage: 4, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

type CodeLine = readonly [ExitCode, string];

const DONE: CodeLine = [EXIT.done, "done"];
const INTERNAL: CodeLine = [EXIT.internal, "something in Loop failed"];
const USAGE: CodeLine = [EXIT.usage, "wrong usage or configuration, or something to set right"];
const INTERRUPTED: CodeLine = [EXIT.interrupted, "stopped with Ctrl-C"];

/** The part of a command's help that names the codes it can end with. */
export function exitHelp(lines: readonly CodeLine[]): string {
  return ["\nExit codes:", ...lines.map(([code, words]) => `  ${String(code).padEnd(5)}${words}`)].join("\n");
}

export const ASK_CODES: readonly CodeLine[] = [
  DONE,
  INTERNAL,
  [EXIT.refused, "a call was refused, or nobody answered in time; nothing was sent for it"],
  [EXIT.model, "the model failed or did not finish"],
  USAGE,
  INTERRUPTED,
];
/** Of the commands in which no turn decides how they end. */
export const OTHER_CODES: readonly CodeLine[] = [DONE, INTERNAL, USAGE, INTERRUPTED];
export const DOCTOR_CODES: readonly CodeLine[] = [
  [EXIT.done, "nothing is wrong"],
  [EXIT.internal, "something is wrong; each problem says what to do"],
  USAGE,
  INTERRUPTED,
];

/** What a finished turn means for a script: how it ended first, then whether a call was refused on the way. */
export function exitCodeOf(events: readonly SessionEvent[]): ExitCode {
  const end = events.findLast((event) => event.type === "turn-end");
  if (end === undefined) return EXIT.internal;
  switch (end.reason) {
    case "done":
      return events.some(isRefusal) ? EXIT.refused : EXIT.done;
    case "stopped":
      return EXIT.interrupted;
    case "rounds":
      return EXIT.model;
    case "failed":
      return exitCodeOfFailure(end.code ?? "");
    case "interrupted":
      return EXIT.internal;
    default:
      return unreachable(end.reason);
  }
}

function exitCodeOfFailure(code: string): ExitCode {
  if (code === "no-model" || code === "model-unknown" || code.endsWith("-missing")) return EXIT.usage;
  return code.startsWith("model-") || code === "context-full" ? EXIT.model : EXIT.internal;
}

function isRefusal(event: SessionEvent): boolean {
  if (event.type !== "approval-result" || event.result.decision !== "denied") return false;
  const { reason } = event.result;
  return reason === "user" || reason === "timeout" || reason === "no-handler";
}

function unreachable(value: never): never {
  throw new Error(`unknown end ${String(value)}`);
}
