import type { Account, AccountRole, AccountStatus, Invite } from "@loop/contract";
import { failed, ok, type Result } from "../result.js";
import { type DeskParts, told } from "./desk-options.js";
import { type NamedPassword, newAccount } from "./entrance.js";
import { newToken, tokenHash } from "./session-token.js";

export interface WantedChange {
  readonly role?: AccountRole | undefined;
  readonly status?: AccountStatus | undefined;
  readonly password?: string | undefined;
}

const DAY_MS = 24 * 3_600_000;
const INVITE_DAYS = 7;

/** What administrators do with accounts. `by` is the administrator's own id. */
export class AccountAdministration {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  async list(): Promise<Account[]> {
    return [...(await this.#parts.accounts.list())];
  }

  async create(wanted: NamedPassword & { readonly role: AccountRole }): Promise<Result<Account>> {
    const account = await newAccount(this.#parts, wanted);
    if (!account.ok) return account;
    const made = await this.#parts.accounts.create({ ...account.value, role: wanted.role });
    return made.kind === "done" ? ok(made.account) : failed(made.kind);
  }

  async change(
    target: { readonly id: string; readonly by: string },
    { role, status, password }: WantedChange,
  ): Promise<Result<Account>> {
    const { accounts, passwords, onSignInsEnded } = this.#parts;
    const hash = password === undefined ? null : await passwords.hash(password);
    if (hash?.ok === false) return hash;
    const changed = await accounts.change(target, {
      ...(role === undefined ? {} : { role }),
      ...(status === undefined ? {} : { status }),
      ...(hash === null ? {} : { passwordHash: hash.value }),
    });
    if (changed.kind !== "done") return failed(changed.kind);
    if (hash !== null) onSignInsEnded(target.id);
    await this.#tellEnd(changed.before, changed.account);
    return ok(changed.account);
  }

  async remove(target: { readonly id: string; readonly by: string }): Promise<Result<null>> {
    const { accounts, onAccountEnded } = this.#parts;
    const removed = await accounts.remove(target);
    if (removed.kind !== "done") return failed(removed.kind);
    await told(this.#parts, onAccountEnded(target.id, "deleted"));
    return ok(null);
  }

  async invites(): Promise<Invite[]> {
    return [...(await this.#parts.accounts.invites.list())];
  }

  /** The code is told here and nowhere else. */
  async createInvite(wanted: {
    readonly role: AccountRole | null;
    readonly days: number | null;
  }): Promise<{ readonly invite: Invite; readonly code: string }> {
    const { accounts, newId } = this.#parts;
    const code = newToken();
    const invite = await accounts.invites.create({
      id: newId(),
      codeHash: tokenHash(code),
      role: wanted.role ?? "member",
      lifetimeMs: (wanted.days ?? INVITE_DAYS) * DAY_MS,
    });
    return { invite, code };
  }

  async revokeInvite(id: string): Promise<Result<null>> {
    return (await this.#parts.accounts.invites.revoke(id)) ? ok(null) : failed("invite-unknown");
  }

  async #tellEnd(before: Account, after: Account): Promise<void> {
    const { onAccountEnded } = this.#parts;
    const isSuspended = before.status === "active" && after.status === "suspended";
    const isDemoted = before.role === "administrator" && after.role === "member";
    if (isSuspended) await told(this.#parts, onAccountEnded(after.id, "suspended"));
    else if (isDemoted) await told(this.#parts, onAccountEnded(after.id, "demoted"));
  }
}
