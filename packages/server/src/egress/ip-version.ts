import { isIP } from "node:net";

/** 4 or 6 for the text of an address, 0 for any other text. Connects to nothing, so every room may ask. */
export function ipVersion(text: string): 0 | 4 | 6 {
  const version = isIP(text);
  return version === 4 || version === 6 ? version : 0;
}
