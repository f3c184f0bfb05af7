import type { Account, AccountRole, AccountStatus, Invite } from "@loop/contract";

/** Settings of the instance are kept under this key, where those of an account have its id. */
export const INSTANCE_ACCOUNT = "instance";

export interface NewAccount {
  readonly id: string;
  readonly name: string;
  /** The same for names that differ in nothing a reader would tell apart; unique. */
  readonly nameKey: string;
  readonly passwordHash: string;
}

/** An account with what its password is compared with. Never leaves the server. */
export interface AccountWithHash {
  readonly account: Account;
  readonly passwordHash: string;
}

/** `done`, or why nothing was changed. */
export type AccountOutcome<Refusal extends string> =
  | { readonly kind: "done"; readonly account: Account }
  | Refused<Refusal>;
interface Refused<Refusal extends string> {
  readonly kind: Refusal;
}

/** What an administrator changes. A new hash and a suspension end every sign-in of the account. */
export interface AccountChange {
  readonly role?: AccountRole;
  readonly status?: AccountStatus;
  readonly passwordHash?: string;
}

export interface AccountChanged {
  readonly kind: "done";
  readonly account: Account;
  readonly before: Account;
}

export interface PasswordChange {
  readonly accountId: string;
  /** What the password was compared with: the change counts only while that is still the account's. */
  readonly expectedHash: string;
  readonly passwordHash: string;
  /** The sign-in that goes on, under a new token; every other one ends. */
  readonly signInId: string;
  readonly tokenHash: string;
}

/** Who may sign in. Every rule that two requests could break together is decided by the database. */
export interface AccountStore {
  readonly signIns: SignInStore;
  readonly invites: InviteStore;
  /** Once true, always true. */
  isSetUp(): Promise<boolean>;
  /** The first administrator. Of any number of set-ups one is done, and none after it. */
  setUp(account: NewAccount): Promise<AccountOutcome<"setup-done">>;
  create(account: NewAccount & { readonly role: AccountRole }): Promise<AccountOutcome<"name-taken">>;
  /** Uses the invite up, unless the account could not be made. The role is the invite's. */
  createInvited(account: NewAccount, codeHash: string): Promise<AccountOutcome<"invite-invalid" | "name-taken">>;
  find(id: string): Promise<AccountWithHash | null>;
  findByName(nameKey: string): Promise<AccountWithHash | null>;
  /** The oldest first. */
  list(): Promise<readonly Account[]>;
  /** By an administrator, who must still be one. One who can sign in is always left. */
  change(
    target: { readonly id: string; readonly by: string },
    change: AccountChange,
  ): Promise<AccountChanged | Refused<"account-unknown" | "administrator-only" | "last-administrator">>;
  /** False when the password or the sign-in is another one by now. */
  changePassword(change: PasswordChange): Promise<boolean>;
  /**
   * Removes the account with every row it has, in one transaction: by an administrator, or by itself (`by` is its own
   * id). One administrator who can sign in is always left.
   */
  remove(target: {
    readonly id: string;
    readonly by: string;
  }): Promise<Refused<"done" | "account-unknown" | "administrator-only" | "last-administrator">>;
}

export interface NewSignIn {
  readonly id: string;
  readonly accountId: string;
  /** What the password was compared with: no sign-in rests on a password that was changed meanwhile. */
  readonly expectedHash: string;
  readonly tokenHash: string;
  readonly device: string;
  readonly lifetimeMs: number;
  /** What the browser was signed in with before; it ends. */
  readonly replaces: string | null;
}

export interface SignInRow {
  readonly id: string;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly device: string;
}

/** A sign-in in force, with the account's role of this moment. */
export interface KnownSignIn {
  readonly signInId: string;
  readonly accountId: string;
  readonly role: AccountRole;
  readonly lastUsedAt: string;
}

/** Signed-in browsers. A sign-in that is over, or whose account may not sign in, is not there. */
export interface SignInStore {
  /** False when the account may not sign in (any more). The oldest of too many sign-ins end. */
  start(signIn: NewSignIn): Promise<boolean>;
  find(tokenHash: string): Promise<KnownSignIn | null>;
  /** Notes that it was used, and lets it last `lifetimeMs` from now on. */
  touch(id: string, lifetimeMs: number): Promise<void>;
  /** The one used last first. */
  list(accountId: string): Promise<readonly SignInRow[]>;
  /** False when there is none. */
  end(accountId: string, id: string): Promise<boolean>;
}

/** Invitations to make one account. One that is used, revoked or expired is not there. */
export interface InviteStore {
  create(invite: {
    readonly id: string;
    readonly codeHash: string;
    readonly role: AccountRole;
    readonly lifetimeMs: number;
  }): Promise<Invite>;
  /** Whether an account could be made with it now. */
  isValid(codeHash: string): Promise<boolean>;
  list(): Promise<readonly Invite[]>;
  revoke(id: string): Promise<boolean>;
}
