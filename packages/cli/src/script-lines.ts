import type { Style } from "./style.js";
import { visibleBlock } from "./visible-text.js";

const MOST_SHOWN = 20;
const INDENT = "    ";

/** A script as it is shown when it begins: its first twenty lines, and where the others are. */
export function shortScript(source: string, style: Style, rest: string): string[] {
  const lines = scriptLines(source, style);
  if (lines.length <= MOST_SHOWN) return lines;
  const more = lines.length - MOST_SHOWN;
  return [...lines.slice(0, MOST_SHOWN), style.dim(`${INDENT}… ${more} more ${more === 1 ? "line" : "lines"}${rest}`)];
}

/** The whole script, indented, in plain colours. Nothing in it can move the cursor. */
export function scriptLines(source: string, style: Style): string[] {
  const pieces = visibleBlock(source.trimEnd()).matchAll(PIECES);
  const text = Array.from(pieces, ([piece, comment, string, word]) => {
    if (comment !== undefined) return eachLine(piece, (line) => style.dim(line));
    if (string !== undefined) return eachLine(piece, (line) => style.good(line));
    return word !== undefined && KEYWORDS.has(word) ? style.keyword(piece) : piece;
  }).join("");
  return text.split("\n").map((line) => INDENT + line);
}

/** Comments, strings and words, then whatever is between them. An unfinished string ends with its line. */
const PIECES =
  /(\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))|("(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\[^]|[^`\\])*`?)|([A-Za-z_$][\w$]*)|[^]/gu;

const KEYWORDS = new Set(
  "async await break case catch class const continue default do else export extends false finally for function if import in instanceof interface let new null of return switch this throw true try type typeof undefined var void while yield".split(
    " ",
  ),
);

/** A colour never runs over the end of a line, where the next indent would take it. */
function eachLine(text: string, paint: (line: string) => string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : paint(line)))
    .join("\n");
}
