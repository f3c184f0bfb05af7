import type { JsonValue } from "@loop/contract";
import { isDeepJson } from "../kit/json-shape.js";
import { frozenCopy } from "./frozen-copy.js";

export type FrozenArgs = { readonly ok: true; readonly args: JsonValue } | { readonly ok: false };

/** Deeper arguments would break whoever shows, stores or sends them later; results stop at the same depth. */
const MAX_DEPTH = 499;

/**
 * The arguments as they would be sent: a JSON copy that nobody can change. What a person was asked about is, byte for
 * byte, what is dispatched (PER-06). Fails for values JSON has no form for, and for
 * very deep ones.
 */
export function freezeArgs(args: unknown): FrozenArgs {
  try {
    const text = JSON.stringify(args ?? {});
    if (text === undefined) return { ok: false };
    const copy: JsonValue = JSON.parse(text);
    return isDeepJson(copy, MAX_DEPTH) ? { ok: false } : { ok: true, args: deepFreeze(copy) };
  } catch {
    return { ok: false };
  }
}

/** The same for arguments that may be large, without holding up the thread. */
export async function freezeArgsInSlices(args: unknown): Promise<FrozenArgs> {
  try {
    const copy = await frozenCopy(args ?? {}, MAX_DEPTH + 1);
    return copy === undefined ? { ok: false } : { ok: true, args: copy };
  } catch {
    return { ok: false };
  }
}

/** Freezes plain JSON data in place. */
export function deepFreeze<T>(value: T): T {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    Object.freeze(next);
    open.push(...Object.values(next));
  }
  return value;
}
