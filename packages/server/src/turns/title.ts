const LONGEST_TITLE = 60;

/** A title as it is stored: one line of whole characters. A database may end a text at a NUL. */
export function plainTitle(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}

/** The first words of the first prompt, on one line; empty where there are none. */
export function titleFrom(text: string): string {
  const line = plainTitle(text);
  const characters = [...line];
  if (characters.length <= LONGEST_TITLE) return line;
  const cut = characters.slice(0, LONGEST_TITLE).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > LONGEST_TITLE / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
