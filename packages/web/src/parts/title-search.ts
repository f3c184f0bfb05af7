/** Whether every word of `wanted` is somewhere in the text; case and accents do not matter. */
export function holdsWords(text: string, wanted: string): boolean {
  const plain = plainText(text);
  return plainText(wanted)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLocaleLowerCase();
}
