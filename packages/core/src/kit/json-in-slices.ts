import { WorkSlice } from "./in-slices.js";
import { closesContainer, closingQuote, opensContainer, quote } from "./json-bytes.js";

const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const letterU = 0x75;
const openList = 0x5b;
const closeList = 0x5d;
const closeObject = 0x7d;
/** What the engine parses at one go. */
const usualPieceBytes = 64 * 1_024;
const scanBytes = 256 * 1_024;
/** A shorter text is parsed as a whole sooner than in slices. */
export const SLICED_JSON_BYTES = 4 * usualPieceBytes;

/** The text is well enough, but deeper than its reader allows. */
export class JsonTooDeepError extends Error {
  constructor() {
    super("nested too deeply");
    this.name = "JsonTooDeepError";
  }
}

export interface SlicedParse {
  /** Objects and lists within each other. */
  readonly maxDepth: number;
  readonly pieceBytes?: number;
}

/** A text being parsed: where each object, list and string longer than a piece begins, with the index of its end. */
interface Source {
  readonly bytes: Buffer;
  readonly pieceBytes: number;
  readonly large: ReadonlyMap<number, number>;
  readonly slice: WorkSlice;
}

/** An object or a list too long for one piece, filled from left to right. */
interface Container {
  readonly list: unknown[] | null;
  readonly object: Record<string, unknown>;
  readonly end: number;
  at: number;
  isFirst: boolean;
}

/** Up to where the next piece goes: `member` is where its last member begins, `childEnd` the end of what is large there. */
interface Stop {
  readonly at: number;
  readonly member: number;
  readonly childEnd: number | null;
}

/**
 * What `JSON.parse` gives for UTF-8 text, and the same refusals, without holding up the thread: long objects, lists and
 * strings are parsed a part at a time. Rejects with a SyntaxError, or with a JsonTooDeepError.
 */
export async function parseJsonInSlices(bytes: Buffer, options: SlicedParse): Promise<unknown> {
  const { maxDepth, pieceBytes = usualPieceBytes } = options;
  const slice = new WorkSlice();
  await slice.rest();
  const large = await largeValues(bytes, { maxDepth, pieceBytes }, slice);
  const source: Source = { bytes, pieceBytes, large, slice };
  const start = firstInk(bytes, 0);
  const end = source.large.get(start);
  if (end === undefined) return JSON.parse(bytes.toString("utf8"));
  if (firstInk(bytes, end + 1) < bytes.length) throw malformed();
  if (bytes[start] === quote) return longString(source, start, end);
  return fill(source, newContainer(bytes, start, end));
}

async function fill(source: Source, root: Container): Promise<unknown> {
  const open = [root];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const child = await readPiece(source, top);
    if (child !== null) open.push(child);
    else if (top.at >= top.end) open.pop();
    if (source.slice.isOver) await source.slice.rest();
  }
  return root.list ?? root.object;
}

async function largeValues(
  bytes: Buffer,
  { maxDepth, pieceBytes }: Required<SlicedParse>,
  slice: WorkSlice,
): Promise<ReadonlyMap<number, number>> {
  const large = new Map<number, number>();
  const open: number[] = [];
  const note = (start: number, end: number) => {
    if (end - start >= pieceBytes) large.set(start, end);
  };
  let pauseAt = scanBytes;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      const start = index;
      index = closingQuote(bytes, index + 1, bytes.length);
      if (index >= bytes.length) throw malformed();
      note(start, index);
    } else if (opensContainer(byte)) {
      open.push(index);
      if (open.length > maxDepth) throw new JsonTooDeepError();
    } else if (closesContainer(byte)) note(open.pop() ?? index, index);
    if (index < pauseAt) continue;
    pauseAt = index + scanBytes;
    if (slice.isOver) await slice.rest();
  }
  if (open.length > 0) throw malformed();
  return large;
}

function newContainer(bytes: Buffer, start: number, end: number): Container {
  const isList = bytes[start] === openList;
  if (bytes[end] !== (isList ? closeList : closeObject)) throw malformed();
  return { list: isList ? [] : null, object: {}, end, at: start + 1, isFirst: true };
}

/** Adds the next members; a large container among them is returned, empty but in its place, to be filled next. */
async function readPiece(source: Source, into: Container): Promise<Container | null> {
  const { bytes } = source;
  if (!into.isFirst && !passComma(bytes, into)) return null;
  const from = into.at;
  const { at, member, childEnd } = nextStop(source, into);
  const last = childEnd === null ? at : member - 1;
  if (last >= from) addMembers(into, bytes.toString("utf8", from, last), last === into.end);
  into.isFirst = false;
  into.at = childEnd === null ? at : childEnd + 1;
  if (childEnd === null) return null;
  const lead = bytes.toString("utf8", member, at);
  if (bytes[at] === quote) {
    addChild(into, lead, await longString(source, at, childEnd));
    return null;
  }
  const child = newContainer(bytes, at, childEnd);
  addChild(into, lead, child.list ?? child.object);
  return child;
}

/** False at the end. */
function passComma(bytes: Buffer, into: Container): boolean {
  into.at = firstInk(bytes, into.at);
  if (into.at >= into.end) return false;
  if (bytes[into.at] !== comma) throw malformed();
  into.at += 1;
  return true;
}

function nextStop({ bytes, large, pieceBytes }: Source, { at: from, end }: Container): Stop {
  let depth = 0;
  let member = from;
  for (let at = from; at < end; at += 1) {
    const byte = bytes[at];
    const isString = byte === quote;
    if (isString || opensContainer(byte)) {
      const childEnd = depth === 0 ? large.get(at) : undefined;
      if (childEnd !== undefined && !isName(bytes, childEnd)) return { at, member, childEnd };
      if (isString) at = closingQuote(bytes, at + 1, end);
      else depth += 1;
    } else if (closesContainer(byte)) depth -= 1;
    else if (byte === comma && depth === 0) {
      if (at - from >= pieceBytes) return { at, member, childEnd: null };
      member = at + 1;
    }
  }
  return { at: end, member, childEnd: null };
}

/** Whether the value that ends at `end` is a member's name. */
function isName(bytes: Buffer, end: number): boolean {
  return bytes[firstInk(bytes, end + 1)] === colon;
}

/** The string between the quotes at `start` and `end`, put together from parts. */
async function longString({ bytes, pieceBytes, slice }: Source, start: number, end: number): Promise<string> {
  let text = "";
  for (let from = start + 1; from < end; ) {
    const cut = nextCut(bytes, from, Math.min(from + pieceBytes, end), end);
    const part: unknown = JSON.parse(`"${bytes.toString("utf8", from, cut)}"`);
    text += String(part);
    from = cut;
    if (slice.isOver) await slice.rest();
  }
  return text;
}

/** At `wanted` or a little after it: not within an escape and not within a character. */
function nextCut(bytes: Buffer, from: number, wanted: number, end: number): number {
  let at = from;
  while (at < wanted) {
    if (bytes[at] !== backslash) at += 1;
    else at += bytes[at + 1] === letterU ? 6 : 2;
  }
  while (at < end && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return Math.min(at, end);
}

function addMembers(into: Container, text: string, mayBeEmpty: boolean): void {
  const { list, object, isFirst } = into;
  const members = parsedMembers(list === null ? `{${text}}` : `[${text}]`);
  if (members.length === 0 && !(isFirst && mayBeEmpty)) throw malformed();
  for (const [key, value] of members) {
    if (list === null) setMember(object, key, value);
    else list.push(value);
  }
}

/** `lead` is what comes before the child: its name and a colon, or nothing. */
function addChild({ list, object }: Container, lead: string, child: unknown): void {
  const members = parsedMembers(list === null ? `{${lead}[]}` : `[${lead}[]]`);
  const [named] = members;
  if (named === undefined || members.length !== 1) throw malformed();
  if (list === null) setMember(object, named[0], child);
  else list.push(child);
}

function parsedMembers(text: string): readonly [string | number, unknown][] {
  const parsed: unknown = JSON.parse(text);
  if (Array.isArray(parsed)) return [...parsed.entries()];
  return Object.entries(Object(parsed));
}

/** A member of that name is one like any other, and no prototype. */
function setMember(object: Record<string, unknown>, key: string | number, value: unknown): void {
  if (key !== "__proto__") object[key] = value;
  else Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
}

function firstInk(bytes: Buffer, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at += 1;
  return at;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function malformed(): SyntaxError {
  return new SyntaxError("not JSON");
}
