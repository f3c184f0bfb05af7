import { types } from "node:util";
import type { JsonValue } from "@loop/contract";
import { WorkSlice } from "../kit/in-slices.js";

/** Values copied between two looks at the clock. */
const VALUES_AT_ONCE = 256;

/** An object or a list that is being copied. */
interface Frame {
  readonly source: object;
  /** Null for a list. */
  readonly names: readonly string[] | null;
  readonly length: number;
  readonly copy: JsonValue[] | Record<string, JsonValue>;
  at: number;
}

/**
 * What `JSON.parse(JSON.stringify(value))` gives, frozen all through, without holding up the thread; undefined where
 * JSON has no form for it as a whole. Throws where JSON would, and a RangeError beyond `maxDepth` objects and lists.
 */
export async function frozenCopy(value: unknown, maxDepth: number): Promise<JsonValue | undefined> {
  const root = jsonForm(value, "");
  if (!isObject(root)) return root;
  const slice = new WorkSlice();
  const first = newFrame(root);
  const open = [first];
  let count = 0;
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const child = copyNext(top);
    if (child !== null) open.push(child);
    else if (top.at >= top.length) Object.freeze(open.pop()?.copy);
    if (open.length > maxDepth) throw new RangeError("nested too deeply");
    count += 1;
    if (count % VALUES_AT_ONCE === 0 && slice.isOver) await slice.rest();
  }
  return first.copy;
}

function newFrame(source: object): Frame {
  if (Array.isArray(source)) return { source, names: null, length: source.length, copy: [], at: 0 };
  const names = Object.keys(source);
  return { source, names, length: names.length, copy: {}, at: 0 };
}

/** Copies one member; where that is an object or a list, its frame comes back, empty but in its place. */
function copyNext(frame: Frame): Frame | null {
  if (frame.at >= frame.length) return null;
  const name = frame.names?.[frame.at] ?? String(frame.at);
  const form = jsonForm(Reflect.get(frame.source, name), name);
  frame.at += 1;
  if (!isObject(form)) {
    put(frame.copy, name, form);
    return null;
  }
  const child = newFrame(form);
  put(frame.copy, name, child.copy);
  return child;
}

function put(copy: Frame["copy"], name: string, value: JsonValue | undefined): void {
  if (Array.isArray(copy)) copy.push(value ?? null);
  else if (value === undefined) return;
  else if (name !== "__proto__") copy[name] = value;
  // A member of that name is one like any other, and no prototype.
  else Object.defineProperty(copy, name, { value, configurable: true, enumerable: true, writable: true });
}

type Primitive = string | number | boolean | null;

/** What JSON writes for it; an object or a list stands for its members. Throws for big integers. */
function jsonForm(value: unknown, name: string): Primitive | object | undefined {
  const told = ownForm(value, name);
  const plain: unknown = isObject(told) && types.isBoxedPrimitive(told) ? told.valueOf() : told;
  switch (typeof plain) {
    case "string":
    case "boolean":
      return plain;
    case "number":
      return Number.isFinite(plain) ? plain + 0 : null;
    case "bigint":
      throw new TypeError("a big integer has no form in JSON");
    case "object":
      return plain !== null && isRawJson(plain) ? rawForm(plain) : plain;
    default:
      return undefined;
  }
}

/** Its own `toJSON`, where it has one. */
function ownForm(value: unknown, name: string): unknown {
  if (!isObject(value) && typeof value !== "function" && typeof value !== "bigint") return value;
  const toJson: unknown = Reflect.get(Object(value), "toJSON");
  return typeof toJson === "function" ? Reflect.apply(toJson, value, [name]) : value;
}

/** Newer engines have numbers that carry their own text. */
function isRawJson(value: object): boolean {
  const isRaw: unknown = Reflect.get(JSON, "isRawJSON");
  return typeof isRaw === "function" && Reflect.apply(isRaw, JSON, [value]) === true;
}

function rawForm(value: object): Primitive {
  const raw: Primitive = JSON.parse(JSON.stringify(value));
  return typeof raw === "number" && !Number.isFinite(raw) ? null : raw;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
