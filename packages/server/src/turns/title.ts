const LONGEST_TITLE = 60;

/** The first words of the first prompt, on one line; empty where there are none. */
export function titleFrom(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const characters = [...line];
  if (characters.length <= LONGEST_TITLE) return line;
  const cut = characters.slice(0, LONGEST_TITLE).join("");
  const lastSpace = cut.lastIndexOf(" ");
  return `${(lastSpace > LONGEST_TITLE / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`;
}
