export const quote = 0x22;
const backslash = 0x5c;
/** Most strings are short, and a short walk is faster than a search; a long one is searched. */
const walkBytes = 48;

/**
 * Where a JSON string ends whose bytes begin at `from`: the index of its closing quote; `end` when it is not closed
 * before; `end + 1` when it is not and the byte at `end` would be an escaped one.
 */
export function closingQuote(bytes: Uint8Array, from: number, end: number): number {
  let index = from;
  for (;;) {
    const near = Math.min(index + walkBytes, end);
    while (index < near) {
      const byte = bytes[index];
      if (byte === quote) return index;
      index += byte === backslash ? 2 : 1;
    }
    if (index >= end) return index;
    const found = bytes.indexOf(quote, index);
    const stop = found === -1 || found > end ? end : found;
    if (!isEscaped(bytes, stop, index)) return stop;
    if (stop === end) return end + 1;
    index = stop + 1;
  }
}

/** An odd number of backslashes before it, none of them before `from`. */
function isEscaped(bytes: Uint8Array, at: number, from: number): boolean {
  let first = at;
  while (first > from && bytes[first - 1] === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

export function opensContainer(byte: number | undefined): boolean {
  return byte === 0x7b || byte === 0x5b;
}

export function closesContainer(byte: number | undefined): boolean {
  return byte === 0x7d || byte === 0x5d;
}
