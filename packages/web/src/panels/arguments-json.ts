/** What a tool is called with: always an object. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Null where the text is no JSON object. */
export function parseArguments(json: string): Arguments | null {
  try {
    const value: unknown = JSON.parse(json.trim() === "" ? "{}" : json);
    return isArguments(value) ? value : null;
  } catch {
    return null;
  }
}

export function prettyArguments(args: Arguments): string {
  return JSON.stringify(args, null, 2);
}

export function isArguments(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
