import type { JsonLine } from "./json-lines.js";
import { visibleSegments } from "./visible-characters.js";

/** A text as numbered lines, with every invisible character but line feeds and tabs made visible. */
export function textLines(text: string): readonly JsonLine[] {
  return text.split("\n").map((line) => ({
    depth: 0,
    parts: visibleSegments(line, true).map((segment) =>
      segment.kind === "text" ? { kind: "mark", text: segment.text } : { kind: "hidden", text: segment.label },
    ),
  }));
}
