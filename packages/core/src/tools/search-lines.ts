/** One line of a file that fits. */
export interface Hit {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

const newline = 10;
const longestShown = 400;

/** Lines that hold the bytes; the file is cut into lines only where it holds them at all. */
export function linesWith(bytes: Buffer, needle: Buffer, most: number): Hit[] {
  const hits: Hit[] = [];
  let [line, counted] = [1, 0];
  let at = bytes.indexOf(needle);
  while (at !== -1 && hits.length < most) {
    for (let next = bytes.indexOf(newline, counted); next !== -1 && next < at; next = bytes.indexOf(newline, counted)) {
      line += 1;
      counted = next + 1;
    }
    const end = bytes.indexOf(newline, at);
    const lineEnd = end === -1 ? bytes.length : end;
    hits.push({ line, text: shown(bytes.toString("utf8", counted, Math.min(lineEnd, counted + 4 * longestShown))) });
    at = bytes.indexOf(needle, lineEnd + 1);
    if (end === -1) break;
  }
  return hits;
}

/** Lines that fit the pattern. It may take for ever: only in a thread that can be ended. */
export function linesMatching(bytes: Buffer, pattern: RegExp, most: number): Hit[] {
  const hits: Hit[] = [];
  const text = bytes.toString("utf8");
  let line = 0;
  for (let start = 0; start <= text.length && hits.length < most; ) {
    const end = text.indexOf("\n", start);
    const content = text.slice(start, end === -1 ? text.length : end).replace(/\r$/, "");
    line += 1;
    const isLastEmpty = end === -1 && content === "";
    if (!isLastEmpty && pattern.test(content)) hits.push({ line, text: shown(content) });
    if (end === -1) break;
    start = end + 1;
  }
  return hits;
}

function shown(text: string): string {
  const line = text.replace(/\r$/, "");
  return line.length <= longestShown ? line : `${line.slice(0, longestShown)} …`;
}
