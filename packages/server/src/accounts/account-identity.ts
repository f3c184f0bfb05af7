import type { ServerResponse } from "node:http";
import type { AccountStore, Clock, KnownSignIn } from "@loop/core/host";
import { type Identified, type Identity, NOBODY, readCookies, type SentCredentials } from "../http/identity.js";
import { sendError } from "../http/reply-error.js";
import type { SessionCookie } from "./session-cookie.js";
import { isToken, SIGN_IN_MS, tokenHash } from "./session-token.js";

export interface AccountIdentityOptions {
  readonly accounts: Pick<AccountStore, "signIns">;
  readonly clock: Pick<Clock, "isoNow">;
  readonly cookie: SessionCookie;
  readonly report: (line: string) => void;
}

const NOTE_USE_EVERY_MS = 5 * 60_000;
/** Another program on the host may leave cookies of the same name; nobody sends many. */
const MOST_COOKIES = 4;

/**
 * Shared mode's visitors: known by their cookie alone, looked up for every request. A sign-in that was revoked, or
 * whose account was suspended or removed, is nobody's from the next request on, in every process.
 */
export class AccountIdentity implements Identity {
  readonly #options: AccountIdentityOptions;

  constructor(options: AccountIdentityOptions) {
    this.#options = options;
  }

  async identify(sent: Pick<SentCredentials, "cookie">): Promise<Identified> {
    const { accounts, cookie } = this.#options;
    const tokens = readCookies(sent.cookie, cookie.name).filter(isToken).slice(0, MOST_COOKIES);
    for (const token of tokens) {
      const found = await accounts.signIns.find(tokenHash(token));
      if (found === null) continue;
      await this.#noteUse(found);
      const { accountId, role, signInId } = found;
      return { credential: "cookie", visitor: { accountId, role, signInId } };
    }
    return NOBODY;
  }

  /** No link signs anybody in here. */
  welcome(outgoing: ServerResponse): void {
    sendError(outgoing, "unauthorized");
  }

  replyNotSignedIn(outgoing: ServerResponse): void {
    sendError(outgoing, "unauthorized");
  }

  /** Seldom, since it is a write; a disk that is full keeps nobody out. */
  async #noteUse({ signInId, lastUsedAt }: KnownSignIn): Promise<void> {
    const { accounts, clock, report } = this.#options;
    const idleMs = Date.parse(clock.isoNow()) - Date.parse(lastUsedAt);
    if (Math.abs(idleMs) < NOTE_USE_EVERY_MS) return;
    await accounts.signIns.touch(signInId, SIGN_IN_MS).catch(() => report("The use of a sign-in could not be noted."));
  }
}
