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
