import type { JsonValue } from "@loop/contract";

export type FrozenArgs = { readonly ok: true; readonly args: JsonValue } | { readonly ok: false };

/**
 * The arguments as they would be sent: a JSON copy that nobody can change. What a person was asked about is, byte for
 * byte, what is dispatched (PER-06). Fails for values JSON has no form for.
 */
export function freezeArgs(args: unknown): FrozenArgs {
  try {
    const text = JSON.stringify(args ?? {});
    if (text === undefined) return { ok: false };
    return { ok: true, args: deepFreeze(JSON.parse(text)) };
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
