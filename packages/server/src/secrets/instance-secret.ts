import { createHmac, hkdfSync } from "node:crypto";

/** The least number of characters of a secret that somebody chose. */
export const LEAST_SECRET_LENGTH = 16;
const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** What all keys of an instance come from. The text itself cannot be read back, printed or written as JSON. */
export class InstanceSecret {
  readonly #text: string;
  /** Tells secrets apart without saying anything about them: kept in the database and in front of what is sealed. */
  readonly fingerprint: string;

  constructor(text: string) {
    this.#text = text;
    this.fingerprint = this.deriveKey("fingerprint v1", 8).toString("hex");
  }

  /** HKDF with SHA-256: a key for one purpose, from which neither the secret nor a key for another can be found. */
  deriveKey(purpose: string, bytes: number): Buffer {
    return Buffer.from(hkdfSync("sha256", this.#text, "", purpose, bytes));
  }

  /** The code that proves, at set-up, that one can read what the server printed: 20 characters of A–Z and 2–7. */
  setupCode(): string {
    const digest = createHmac("sha256", this.#text).update("setup").digest();
    return toBase32(digest).slice(0, 20);
  }
}

/** At least one; the first seals, all open what was sealed before (a rotation under way). */
export type InstanceSecrets = readonly [InstanceSecret, ...InstanceSecret[]];

function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{5}/g) ?? [];
  return groups.map((group) => base32[Number.parseInt(group, 2)] ?? "").join("");
}
