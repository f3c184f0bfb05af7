const SUMMARY_CODE_POINTS = 160;

/** Text from outside as it may stand in a section of the system prompt: it cannot close or forge one (PRM-05). */
export function escapePromptText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The same for text that may have several lines. */
export function escapePromptLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => escapePromptText(line).trimEnd())
    .join("\n");
}

/** First nonempty line of a server's instructions, an ellipsis only where it was cut (PRM-01); null where there is none. */
export function summaryOf(instructions: string | undefined): string | null {
  const lines = (instructions ?? "").split(/\r\n|[\n\r\u2028\u2029]/u);
  const line = lines.map((each) => each.trim()).find((each) => each !== "");
  if (line === undefined) return null;
  const points = [...line];
  return points.length > SUMMARY_CODE_POINTS ? `${points.slice(0, SUMMARY_CODE_POINTS).join("")}…` : line;
}
