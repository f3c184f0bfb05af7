import type { Account, SignInView } from "@loop/contract";
import type { AccountWithHash } from "@loop/core/host";
import type { Visitor } from "../http/api-handlers.js";
import { failed, ok, type Result } from "../result.js";
import { type DeskParts, told } from "./desk-options.js";
import { cookieLine, endedCookieLine } from "./session-cookie.js";
import { newToken, tokenHash } from "./session-token.js";

/** A visitor who is signed in, and where the request comes from. */
export interface Owner {
  readonly visitor: Visitor;
  readonly remoteAddress: string;
}

/** What somebody who is signed in does with their own account. Each `cookie` is a whole `Set-Cookie` line. */
export class OwnAccount {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  async read({ visitor }: Owner): Promise<Result<Account>> {
    const found = await this.#parts.accounts.find(visitor.accountId);
    return found === null ? failed("unauthorized") : ok(found.account);
  }

  async signOut({ visitor }: Owner): Promise<{ readonly cookie: string }> {
    const { accounts, cookie, onSignInsEnded } = this.#parts;
    if (visitor.signInId !== null) await accounts.signIns.end(visitor.accountId, visitor.signInId);
    onSignInsEnded(visitor.accountId);
    return { cookie: endedCookieLine(cookie()) };
  }

  /** This browser goes on under a new token; every other one is signed out. */
  async changePassword(
    owner: Owner,
    change: { readonly password: string; readonly newPassword: string },
  ): Promise<Result<{ readonly cookie: string }>> {
    const { accounts, passwords, cookie, onSignInsEnded } = this.#parts;
    const { accountId, signInId } = owner.visitor;
    if (signInId === null) return failed("unauthorized");
    const found = await this.#withPassword(owner, change.password);
    if (!found.ok) return found;
    const hash = await passwords.hash(change.newPassword);
    if (!hash.ok) return hash;
    const token = newToken();
    const changed = await accounts.changePassword({
      accountId,
      signInId,
      expectedHash: found.value.passwordHash,
      passwordHash: hash.value,
      tokenHash: tokenHash(token),
    });
    if (!changed) return failed("unauthorized");
    onSignInsEnded(accountId);
    return ok({ cookie: cookieLine(cookie(), token) });
  }

  /** Removes the account with everything it has. */
  async remove(owner: Owner, password: string): Promise<Result<{ readonly cookie: string }>> {
    const { accounts, cookie, onAccountEnded } = this.#parts;
    const id = owner.visitor.accountId;
    const found = await this.#withPassword(owner, password);
    if (!found.ok) return found;
    const removed = await accounts.remove({ id, by: id });
    if (removed.kind !== "done") return failed(removed.kind);
    await told(this.#parts, onAccountEnded(id, "deleted"));
    return ok({ cookie: endedCookieLine(cookie()) });
  }

  async signIns({ visitor }: Owner): Promise<SignInView[]> {
    const rows = await this.#parts.accounts.signIns.list(visitor.accountId);
    return rows.map((row) => ({ ...row, current: row.id === visitor.signInId }));
  }

  /** Null for the cookie where another browser is signed out. */
  async endSignIn({ visitor }: Owner, id: string): Promise<Result<{ readonly cookie: string | null }>> {
    const { accounts, cookie, onSignInsEnded } = this.#parts;
    if (!(await accounts.signIns.end(visitor.accountId, id))) return failed("sign-in-unknown");
    onSignInsEnded(visitor.accountId);
    return ok({ cookie: id === visitor.signInId ? endedCookieLine(cookie()) : null });
  }

  /** Whoever finds an open browser must not find out the password by trying. */
  async #withPassword({ visitor, remoteAddress }: Owner, password: string): Promise<Result<AccountWithHash>> {
    const { accounts, limits, passwords } = this.#parts;
    const taken = await limits.take("password", { address: remoteAddress, name: visitor.accountId });
    if (!taken.ok) return taken;
    const found = await accounts.find(visitor.accountId);
    if (found === null) return failed("unauthorized");
    const matches = await passwords.matches(password, found.passwordHash);
    if (!matches.ok) return matches;
    if (!matches.value) return failed("password-wrong");
    await taken.giveBack();
    return ok(found);
  }
}
