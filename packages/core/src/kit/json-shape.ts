import { WorkSlice } from "./in-slices.js";

/** Whether objects and lists lie deeper than `limit` within each other. Goes no deeper than that itself. */
export function isDeepJson(value: unknown, limit: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (limit < 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isDeepJson(item, limit - 1)) return true;
    return false;
  }
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key);
    if (typeof member === "object" && member !== null && isDeepJson(member, limit - 1)) return true;
  }
  return false;
}

/** The same for a value that may be large, without holding up the thread. */
export async function isDeepInSlices(value: unknown, limit: number): Promise<boolean> {
  const slice = new WorkSlice();
  /** What is left to look at of every container on the way down. */
  const levels: unknown[][] = [[value]];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.pop();
    if (level.length === 0 && next === undefined) levels.pop();
    if (typeof next !== "object" || next === null) continue;
    if (levels.length > limit + 1) return true;
    levels.push(Array.isArray(next) ? [...next] : Object.values(next));
    if (slice.isOver) await slice.rest();
  }
  return false;
}
