import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { InstanceSecrets } from "./instance-secret.js";

/** Where a sealed value stands. It opens there and nowhere else, so that rows cannot be swapped. */
export interface SealedPlace {
  readonly table: string;
  readonly rowId: string;
  readonly column: string;
  readonly accountId: string;
}

export type Opened =
  | { readonly ok: true; readonly value: string }
  /** Another secret, another place, or not what was sealed: which of them cannot be told. The row stays as it is. */
  | { readonly ok: false; readonly reason: "wrong-key" };

export type Resealed =
  | { readonly ok: true; readonly sealed: string; readonly isChanged: boolean }
  | { readonly ok: false; readonly reason: "wrong-key" };

export interface Sealer {
  /** `value` is well-formed text; the answer is plain ASCII. */
  seal(value: string, place: SealedPlace): string;
  open(sealed: string, place: SealedPlace): Opened;
  /** The same value under the first secret, for a rotation; unchanged when it already is. */
  reseal(sealed: string, place: SealedPlace): Resealed;
}

const version = "v1";
const purpose = "tokens v1";
const cipher = "aes-256-gcm";
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const shape = /^v1\.([0-9a-f]{16})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;
const wrongKey = { ok: false, reason: "wrong-key" } as const;

/** AES-256-GCM with a random nonce each time, stored as `v1.<key id>.<nonce>.<ciphertext and tag>`. */
export function createSealer(secrets: InstanceSecrets, random: (bytes: number) => Uint8Array = randomBytes): Sealer {
  const keys = new Map(secrets.map((secret) => [secret.fingerprint, secret.deriveKey(purpose, keyBytes)]));
  const firstId = secrets[0].fingerprint;
  const firstKey = secrets[0].deriveKey(purpose, keyBytes);

  const seal: Sealer["seal"] = (value, place) => {
    const nonce = random(nonceBytes);
    const sealing = createCipheriv(cipher, firstKey, nonce, { authTagLength: tagBytes });
    sealing.setAAD(placeBytes(place));
    const bytes = Buffer.concat([sealing.update(value, "utf8"), sealing.final(), sealing.getAuthTag()]);
    return [version, firstId, Buffer.from(nonce).toString("base64url"), bytes.toString("base64url")].join(".");
  };

  const open: Sealer["open"] = (sealed, place) => {
    const [, keyId = "", nonceText = "", text = ""] = shape.exec(sealed) ?? [];
    const key = keys.get(keyId);
    const bytes = Buffer.from(text, "base64url");
    // The last character may carry bits that mean nothing; one value has one spelling.
    if (key === undefined || bytes.toString("base64url") !== text) return wrongKey;
    const opening = createDecipheriv(cipher, key, Buffer.from(nonceText, "base64url"), { authTagLength: tagBytes });
    opening.setAAD(placeBytes(place));
    opening.setAuthTag(bytes.subarray(-tagBytes));
    try {
      const value = Buffer.concat([opening.update(bytes.subarray(0, -tagBytes)), opening.final()]);
      return { ok: true, value: value.toString("utf8") };
    } catch {
      return wrongKey;
    }
  };

  const reseal: Sealer["reseal"] = (sealed, place) => {
    const opened = open(sealed, place);
    if (!opened.ok) return opened;
    const isCurrent = sealed.startsWith(`${version}.${firstId}.`);
    return { ok: true, sealed: isCurrent ? sealed : seal(opened.value, place), isChanged: !isCurrent };
  };

  return { seal, open, reseal };
}

/** Each part is escaped, so that no two places read the same. */
function placeBytes({ table, rowId, column, accountId }: SealedPlace): Buffer {
  return Buffer.from([table, rowId, column, accountId].map(encodeURIComponent).join("|"), "utf8");
}
