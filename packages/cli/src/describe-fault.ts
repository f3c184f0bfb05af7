import { errorText } from "@loop/contract";

/** A fault of Loop for a person: where it happened, never its message, which may hold what a server said (ERR-02). */
export function describeFault(error: unknown): string {
  const { sentence, nextStep } = errorText("internal-error");
  const frame = error instanceof Error ? error.stack?.split("\n").find((line) => /^\s+at /u.test(line)) : undefined;
  return [`${sentence} ${nextStep}`, ...(frame === undefined ? [] : [frame.trim()])].join("\n");
}
