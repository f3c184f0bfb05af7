/** Control, direction-changing and invisible characters, which have no place in a label. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]+/gu;

/** One line for people out of a server's text: no characters that hide or reorder others, at most `maxLength` long. */
export function labelText(text: string, maxLength: number): string {
  const line = text.replace(unprintable, " ").replace(/\s+/g, " ").trim();
  const points = Array.from(line);
  return points.length <= maxLength ? line : `${points.slice(0, maxLength - 1).join("")}…`;
}

/** Halves of characters cannot be stored or sent on everywhere. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\ufffd");
}
