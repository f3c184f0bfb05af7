import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Visitor } from "./api-handlers.js";
import { type Identified, type Identity, NOBODY, readCookies, type SentCredentials } from "./identity.js";
import { LINK_PAGE, SIGN_IN_PAGE } from "./sign-in-pages.js";

/** A year: the cookie ends when the token is rotated, not when the browser is closed. */
const COOKIE_SECONDS = 31_536_000;

/** Personal mode's way in: one token in a file, a cookie made from it, a bearer for API clients. */
export class SignIn implements Identity {
  readonly #visitor: Visitor;
  readonly #token: string;
  readonly #cookieName: string;
  readonly #cookieValue: string;

  constructor(options: { readonly token: string; readonly port: number; readonly accountId: string }) {
    // The one person on this computer may do everything here.
    this.#visitor = { accountId: options.accountId, role: "administrator", signInId: null };
    this.#token = options.token;
    // Cookies know no ports: two servers on one computer must not overwrite each other's.
    this.#cookieName = `loop_${options.port}`;
    this.#cookieValue = createHmac("sha256", options.token).update("loop cookie v1").digest("base64url");
  }

  async identify(sent: SentCredentials): Promise<Identified> {
    const credential = this.#credential(sent);
    return credential === "none" ? NOBODY : { credential, visitor: this.#visitor };
  }

  /** A wrong bearer is not made good by a cookie: a request has one credential. */
  #credential(sent: SentCredentials): Identified["credential"] {
    if (sent.authorization !== null) return this.#isBearer(sent.authorization) ? "bearer" : "none";
    if (sent.launchToken !== null && isEqual(sent.launchToken, this.#token)) return "launch-link";
    return readCookies(sent.cookie, this.#cookieName).some((value) => isEqual(value, this.#cookieValue))
      ? "cookie"
      : "none";
  }

  /** 200 and not a redirect: a browser that came from elsewhere would drop a strict cookie on the way. */
  welcome(outgoing: ServerResponse, options: { readonly secure: boolean }): void {
    const attributes = [
      `${this.#cookieName}=${this.#cookieValue}`,
      "Path=/",
      `Max-Age=${COOKIE_SECONDS}`,
      "HttpOnly",
      "SameSite=Strict",
      ...(options.secure ? ["Secure"] : []),
    ];
    outgoing.setHeader("Set-Cookie", attributes.join("; "));
    sendPage(outgoing, 200, SIGN_IN_PAGE);
  }

  /** What a person sees without a cookie. */
  replyNotSignedIn(outgoing: ServerResponse): void {
    sendPage(outgoing, 401, LINK_PAGE);
  }

  #isBearer(authorization: string): boolean {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    return token !== undefined && isEqual(token, this.#token);
  }
}

function sendPage(outgoing: ServerResponse, status: number, page: string): void {
  outgoing.writeHead(status, { "Content-Type": "text/html; charset=utf-8" });
  outgoing.end(page);
}

/** Digests have one length, so that the comparison tells nothing about the secret's. */
function isEqual(sent: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(sent), digest(secret));
}
