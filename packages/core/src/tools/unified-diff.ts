const context = 3;
/** Beyond this many single changes the middle is shown as taken out and put in. */
const mostEdits = 400;
const mostShownLines = 400;

interface Change {
  readonly kind: " " | "-" | "+";
  readonly line: string;
}

/** What changed, as people and models read it; "" where nothing did. Long ones are cut with a marker. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return "";
  const changes = changesBetween(linesOf(before), linesOf(after));
  const lines = [`--- ${path}`, `+++ ${path}`, ...hunks(changes)];
  if (lines.length <= mostShownLines) return lines.join("\n");
  return [...lines.slice(0, mostShownLines), `… ${lines.length - mostShownLines} more lines of changes`].join("\n");
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  else lines.push(`${lines.pop() ?? ""}\n\\ No newline at end of file`);
  return lines;
}

function changesBetween(before: readonly string[], after: readonly string[]): Change[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let [oldEnd, newEnd] = [before.length, after.length];
  while (oldEnd > start && newEnd > start && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  return [
    ...marked(" ", before.slice(0, start)),
    ...middle(before.slice(start, oldEnd), after.slice(start, newEnd)),
    ...marked(" ", before.slice(oldEnd)),
  ];
}

function marked(kind: Change["kind"], lines: readonly string[]): Change[] {
  return lines.map((line) => ({ kind, line }));
}

/** The shortest way from one to the other (Myers' greedy search), remembered per number of edits. */
function middle(before: readonly string[], after: readonly string[]): Change[] {
  const furthest = new Map<number, number>([[1, 0]]);
  const trail: Map<number, number>[] = [];
  for (let edits = 0; edits <= Math.min(before.length + after.length, mostEdits); edits += 1) {
    trail.push(new Map(furthest));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = nextX(furthest, diagonal, edits);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
      furthest.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return walkBack(trail, before, after);
    }
  }
  return [...marked("-", before), ...marked("+", after)];
}

function comesFromAbove(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (furthest.get(diagonal - 1) ?? -1) < (furthest.get(diagonal + 1) ?? -1);
}

function nextX(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  const isAbove = comesFromAbove(furthest, diagonal, edits);
  return isAbove ? (furthest.get(diagonal + 1) ?? 0) : (furthest.get(diagonal - 1) ?? 0) + 1;
}

function walkBack(
  trail: readonly Map<number, number>[],
  before: readonly string[],
  after: readonly string[],
): Change[] {
  const changes: Change[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = trail.length - 1; edits >= 0; edits -= 1) {
    const furthest = trail[edits] ?? new Map<number, number>();
    const isAbove = comesFromAbove(furthest, x - y, edits);
    const previous = x - y + (isAbove ? 1 : -1);
    const fromX = furthest.get(previous) ?? 0;
    const fromY = fromX - previous;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      changes.push({ kind: " ", line: before[x] ?? "" });
    }
    if (edits === 0) break;
    changes.push(isAbove ? { kind: "+", line: after[fromY] ?? "" } : { kind: "-", line: before[fromX] ?? "" });
    [x, y] = [fromX, fromY];
  }
  return changes.reverse();
}

function hunks(changes: readonly Change[]): string[] {
  const lines: string[] = [];
  let [oldLine, newLine, at] = [1, 1, 0];
  for (const [from, to] of ranges(changes)) {
    for (; at < from; at += 1) [oldLine, newLine] = after(changes[at], oldLine, newLine);
    const part = changes.slice(from, to);
    const oldCount = part.filter(({ kind }) => kind !== "+").length;
    const newCount = part.filter(({ kind }) => kind !== "-").length;
    lines.push(`@@ -${range(oldLine, oldCount)} +${range(newLine, newCount)} @@`);
    for (const { kind, line } of part) lines.push(kind + line);
  }
  return lines;
}

function range(line: number, count: number): string {
  return `${count === 0 ? line - 1 : line},${count}`;
}

function after(change: Change | undefined, oldLine: number, newLine: number): [number, number] {
  return [oldLine + (change?.kind === "+" ? 0 : 1), newLine + (change?.kind === "-" ? 0 : 1)];
}

/** The changed places with the lines around them; near ones are one. */
function ranges(changes: readonly Change[]): [number, number][] {
  const found: [number, number][] = [];
  for (const [index, { kind }] of changes.entries()) {
    if (kind === " ") continue;
    const last = found.at(-1);
    const from = Math.max(0, index - context);
    const to = Math.min(changes.length, index + context + 1);
    if (last !== undefined && from <= last[1]) last[1] = to;
    else found.push([from, to]);
  }
  return found;
}
