import type { SessionEvent } from "@loop/contract";

/** Documented in `--help`; scripts rely on them. */
export const EXIT = { done: 0, internal: 1, refused: 2, model: 3, usage: 4, interrupted: 130 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_HELP = [
  "Exit codes:",
  "  0    done",
  "  1    something in Loop failed",
  "  2    a call was refused, or nobody answered in time; nothing was sent for it",
  "  3    the model failed or did not finish",
  "  4    wrong usage or configuration",
  "  130  stopped with Ctrl-C",
].join("\n");

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
