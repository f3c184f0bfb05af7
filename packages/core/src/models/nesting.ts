/** Deeper than anybody's tool needs, and far below where libraries and providers begin to fail on it. */
const MOST_LEVELS = 500;

/** Whether JSON is nested too deeply to be sent back to a provider. Asks without recursion. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= MOST_LEVELS; depth += 1) {
    level = level.flatMap((member) => (typeof member === "object" && member !== null ? Object.values(member) : []));
    if (level.length === 0) return false;
  }
  return true;
}
