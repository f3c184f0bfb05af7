/** Text as it is stored: whole characters, no control characters but line ends, nothing around it. */
export function storedText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/gu, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, " ")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}
