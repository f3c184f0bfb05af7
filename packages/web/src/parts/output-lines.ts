import type { LinePart } from "./json-lines.js";
import { textLines } from "./text-lines.js";

/** `place` is a diff's own head or the place of its next part. */
export type OutputKind = "plain" | "added" | "removed" | "place";

export interface OutputLine {
  readonly kind: OutputKind;
  readonly parts: readonly LinePart[];
}

/** A tool's output line by line, everything invisible made visible; a unified diff in it is told apart from the rest. */
export function outputLines(text: string, mayHoldDiff: boolean): readonly OutputLine[] {
  const raw = text.endsWith("\n") ? text.slice(0, -1) : text;
  const lines = raw.split("\n");
  const start = mayHoldDiff ? diffStart(lines) : -1;
  return textLines(raw).map(({ parts }, index) => ({ kind: kindOf(lines[index] ?? "", index, start), parts }));
}

/** The head of a diff: two lines, then a place. */
function diffStart(lines: readonly string[]): number {
  return lines.findIndex(
    (line, index) =>
      line.startsWith("--- ") && lines[index + 1]?.startsWith("+++ ") && lines[index + 2]?.startsWith("@@ "),
  );
}

function kindOf(line: string, index: number, start: number): OutputKind {
  if (start < 0 || index < start) return "plain";
  if (index < start + 2 || line.startsWith("@@ ")) return "place";
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : "plain";
}
