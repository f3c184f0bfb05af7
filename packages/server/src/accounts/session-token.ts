import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** How long a sign-in lasts that is not used. */
export const SIGN_IN_MS = 30 * 24 * 3_600_000;
const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits for a cookie or an invite; whoever has it is let in. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

export function isToken(text: string): boolean {
  return TOKEN_PATTERN.test(text);
}

/** What is stored of a token. Nothing leads back from it, so that a copy of the database lets nobody in. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Digests have one length, so that the time taken tells nothing of the secret. */
export function isSameSecret(sent: string, secret: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(sent), digest(secret));
}
