import { visibleSegments } from "./visible-characters.js";

export type PartKind = "key" | "string" | "literal" | "mark" | "escape" | "hidden" | "comment" | "keyword";
export interface LinePart {
  readonly kind: PartKind;
  readonly text: string;
}
export interface JsonLine {
  readonly depth: number;
  readonly parts: readonly LinePart[];
}

/** A value as indented JSON, line by line, with every invisible character made visible. */
export function jsonLines(value: unknown): readonly JsonLine[] {
  const lines: JsonLine[] = [];
  write({ lines, depth: 0, before: [], after: "" }, value);
  return lines;
}

interface Place {
  readonly lines: JsonLine[];
  readonly depth: number;
  readonly before: readonly LinePart[];
  readonly after: string;
}

function write(place: Place, value: unknown): void {
  if (Array.isArray(value)) {
    return writeNested(place, { open: "[", close: "]", items: value.map((item: unknown) => ({ before: [], item })) });
  }
  if (typeof value === "object" && value !== null) {
    const items = Object.entries(value).map(([key, item]) => ({
      before: [...stringParts(key, "key"), mark(": ")],
      item,
    }));
    return writeNested(place, { open: "{", close: "}", items });
  }
  const parts =
    typeof value === "string" ? stringParts(value, "string") : [{ kind: "literal" as const, text: literal(value) }];
  pushLine(place, [...place.before, ...parts, ...markIf(place.after)]);
}

interface Nested {
  readonly open: string;
  readonly close: string;
  readonly items: readonly { readonly before: readonly LinePart[]; readonly item: unknown }[];
}

function writeNested(place: Place, { open, close, items }: Nested): void {
  if (items.length === 0) return pushLine(place, [...place.before, mark(`${open}${close}${place.after}`)]);
  pushLine(place, [...place.before, mark(open)]);
  items.forEach(({ before, item }, index) => {
    const after = index === items.length - 1 ? "" : ",";
    write({ lines: place.lines, depth: place.depth + 1, before, after }, item);
  });
  pushLine(place, [mark(`${close}${place.after}`)]);
}

function pushLine({ lines, depth }: Place, parts: readonly LinePart[]): void {
  lines.push({ depth, parts });
}

const ESCAPES = /\\(?:u[0-9a-f]{4}|["\\/bfnrt])/g;

/** The text as JSON writes it; escapes and what JSON leaves invisible are parts of their own. */
function stringParts(text: string, kind: "key" | "string"): readonly LinePart[] {
  const written = JSON.stringify(text);
  const parts: LinePart[] = [];
  let from = 0;
  for (const match of written.matchAll(ESCAPES)) {
    parts.push(...plainParts(written.slice(from, match.index), kind), { kind: "escape", text: match[0] });
    from = match.index + match[0].length;
  }
  return [...parts, ...plainParts(written.slice(from), kind)];
}

function plainParts(text: string, kind: "key" | "string"): readonly LinePart[] {
  return visibleSegments(text).map((segment) =>
    segment.kind === "text" ? { kind, text: segment.text } : { kind: "hidden", text: segment.label },
  );
}

function mark(text: string): LinePart {
  return { kind: "mark", text };
}

function markIf(text: string): readonly LinePart[] {
  return text === "" ? [] : [mark(text)];
}

function literal(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

/** How many UTF-8 bytes a value is on the wire. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? "").length;
}

const MOST_LINES = 200;
const MOST_BYTES = 20_480;

/** How many lines are shown before the reader asks for all; a long text counts by its size too. */
export function shownLines(lines: readonly JsonLine[]): number {
  let bytes = 0;
  for (const [index, line] of lines.entries()) {
    if (index >= MOST_LINES) return index;
    bytes += line.parts.reduce((sum, part) => sum + part.text.length, 0);
    if (bytes > MOST_BYTES) return Math.max(index, 1);
  }
  return lines.length;
}
