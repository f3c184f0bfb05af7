import type { Account, SignInOptions } from "@loop/contract";
import type { AccountWithHash, NewAccount } from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import { readAccountName } from "./account-name.js";
import { type Arrival, type DeskParts, told } from "./desk-options.js";
import { cookieLine } from "./session-cookie.js";
import { isSameSecret, newToken, SIGN_IN_MS, tokenHash } from "./session-token.js";

export interface SignedIn {
  readonly account: Account;
  /** A whole `Set-Cookie` line. */
  readonly cookie: string;
}

export interface NamedPassword {
  readonly name: string;
  readonly password: string;
}

/** The ways in, for people who are not signed in. */
export class Entrance {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  async options(): Promise<SignInOptions> {
    const { registration } = await this.#parts.instance.read();
    return { setupNeeded: !(await this.#parts.accounts.isSetUp()), registration };
  }

  /** Makes the first administrator and signs them in. */
  async setUp(wanted: NamedPassword & { readonly code: string }, arrival: Arrival): Promise<Result<SignedIn>> {
    const { accounts, limits, setupCode } = this.#parts;
    if (await accounts.isSetUp()) return failed("setup-done");
    const taken = await limits.take("set-up", { address: arrival.remoteAddress, name: "" });
    if (!taken.ok) return taken;
    if (!isSameSecret(wanted.code.trim().toUpperCase(), setupCode.toUpperCase())) return failed("setup-code-wrong");
    await taken.giveBack();
    const account = await newAccount(this.#parts, wanted);
    if (!account.ok) return account;
    const made = await accounts.setUp(account.value);
    if (made.kind !== "done") return failed(made.kind);
    await told(this.#parts, this.#parts.onSetUp());
    return this.#start({ account: made.account, passwordHash: account.value.passwordHash }, arrival);
  }

  /** Takes the same time whether the name exists or not. */
  async signIn({ name, password }: NamedPassword, arrival: Arrival): Promise<Result<SignedIn>> {
    const { accounts, limits, passwords } = this.#parts;
    const key = readAccountName(name)?.key ?? null;
    const taken = await limits.take("sign-in", { address: arrival.remoteAddress, name: key ?? "" });
    if (!taken.ok) return taken;
    const found = key === null ? null : await accounts.findByName(key);
    const matches = await passwords.matches(password, found?.passwordHash ?? null);
    if (!matches.ok) return matches;
    if (found === null || !matches.value) return failed("sign-in-refused");
    await taken.giveBack();
    if (found.account.status === "suspended") return failed("account-suspended");
    return this.#start(found, arrival);
  }

  /** Makes an account of one's own, where the instance lets people, and signs in. */
  async register(
    wanted: NamedPassword & { readonly invite: string | null },
    arrival: Arrival,
  ): Promise<Result<SignedIn>> {
    const { accounts, limits } = this.#parts;
    const { registration } = await this.#parts.instance.read();
    if (registration === "closed") return failed("registration-closed");
    const taken = await limits.take("register", { address: arrival.remoteAddress, name: "" });
    if (!taken.ok) return taken;
    const invite = wanted.invite === null ? null : tokenHash(wanted.invite.trim());
    if (invite === null && registration === "invite") return failed("invite-invalid");
    if (invite !== null && !(await accounts.invites.isValid(invite))) return failed("invite-invalid");
    const account = await newAccount(this.#parts, wanted);
    if (!account.ok) return account;
    const made =
      invite === null
        ? await accounts.create({ ...account.value, role: "member" })
        : await accounts.createInvited(account.value, invite);
    if (made.kind !== "done") return failed(made.kind);
    return this.#start({ account: made.account, passwordHash: account.value.passwordHash }, arrival);
  }

  /** The account may have been suspended, or its password changed, since it was looked up. */
  async #start({ account, passwordHash }: AccountWithHash, arrival: Arrival): Promise<Result<SignedIn>> {
    const { accounts, cookie, newId } = this.#parts;
    const token = newToken();
    const started = await accounts.signIns.start({
      id: newId(),
      accountId: account.id,
      expectedHash: passwordHash,
      tokenHash: tokenHash(token),
      device: arrival.device,
      lifetimeMs: SIGN_IN_MS,
      replaces: arrival.signInId,
    });
    return started ? ok({ account, cookie: cookieLine(cookie(), token) }) : failed("sign-in-refused");
  }
}

/** An account to be stored, with its password hashed. */
export async function newAccount(
  { passwords, newId }: Pick<DeskParts, "passwords" | "newId">,
  wanted: NamedPassword,
): Promise<Result<NewAccount>> {
  const name = readAccountName(wanted.name);
  if (name === null) return failed("account-name-invalid");
  const hash = await passwords.hash(wanted.password);
  if (!hash.ok) return hash;
  return ok({ id: newId(), name: name.name, nameKey: name.key, passwordHash: hash.value });
}
