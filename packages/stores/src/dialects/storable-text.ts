/**
 * Text as every database keeps it: PostgreSQL has no NUL character, so it becomes the sign for a character that could
 * not be read, as half a surrogate pair does in both.
 */
export function storableText(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
}

export function storableParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => (typeof value === "string" ? storableText(value) : value));
}
