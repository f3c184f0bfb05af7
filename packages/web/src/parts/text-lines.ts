import type { CodeLine } from "./highlight/code-token.js";
import type { JsonLine, LinePart, PartKind } from "./json-lines.js";
import { visibleSegments } from "./visible-characters.js";

/** A text as numbered lines, with every invisible character but line feeds and tabs made visible. */
export function textLines(text: string): readonly JsonLine[] {
  return text.split("\n").map((line) => ({ depth: 0, parts: visibleParts(line, "mark") }));
}

/** The same for code that was told apart. */
export function codeLines(lines: readonly CodeLine[]): readonly JsonLine[] {
  return lines.map((line) => ({
    depth: 0,
    parts: line.flatMap(({ kind, text }) => visibleParts(text, kind === "plain" ? "mark" : kind)),
  }));
}

function visibleParts(text: string, kind: PartKind): readonly LinePart[] {
  return visibleSegments(text, true).map((segment) =>
    segment.kind === "text" ? { kind, text: segment.text } : { kind: "hidden", text: segment.label },
  );
}
