import { isUtf8 } from "node:buffer";

const lookedAt = 8_192;

/** Null where the bytes are no UTF-8 text. */
export function textOf(bytes: Buffer): string | null {
  return !looksBinary(bytes) && isUtf8(bytes) ? bytes.toString("utf8") : null;
}

export function looksBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, lookedAt).includes(0);
}

const signatures: readonly { readonly mimeType: string; readonly fits: (bytes: Buffer) => boolean }[] = [
  { mimeType: "image/png", fits: (bytes) => bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n" },
  { mimeType: "image/jpeg", fits: (bytes) => bytes.subarray(0, 3).toString("latin1") === "\xff\xd8\xff" },
  { mimeType: "image/gif", fits: (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString("latin1")) },
  {
    mimeType: "image/webp",
    fits: (bytes) => /^RIFF.{4}WEBP$/s.test(bytes.subarray(0, 12).toString("latin1")),
  },
];

/** By the first bytes, never by the name. */
export function imageTypeOf(bytes: Buffer): string | null {
  return signatures.find(({ fits }) => fits(bytes))?.mimeType ?? null;
}
