import * as z from "zod/mini";
import {
  Account,
  AccountName,
  AccountRole,
  AccountStatus,
  InstanceSettings,
  Invite,
  Password,
  SignInOptions,
  SignInView,
} from "./account.js";
import type { Route } from "./route.js";

const cursor = z.string();
const Nothing = z.object({});
const OneAccount = z.object({ account: Account });
/** Any text is taken here: whether it is right is said after it was compared, not by its length. */
const SentPassword = z.string().check(z.maxLength(1_024));

/** Accounts of a shared instance: set-up, sign-in, and what administrators do. */
export const ACCOUNT_ROUTES = {
  signInOptions: { method: "GET", path: "/api/sign-in", mode: "shared", open: true, reply: SignInOptions },
  setUp: {
    method: "POST",
    path: "/api/setup",
    mode: "shared",
    open: true,
    body: z.object({ name: AccountName, password: Password, code: z.string() }),
    reply: OneAccount,
  },
  signIn: {
    method: "POST",
    path: "/api/sign-in",
    mode: "shared",
    open: true,
    body: z.object({ name: z.string().check(z.maxLength(200)), password: SentPassword }),
    reply: OneAccount,
  },
  /** With registration open, or with an invite's code. */
  register: {
    method: "POST",
    path: "/api/register",
    mode: "shared",
    open: true,
    body: z.object({ name: AccountName, password: Password, invite: z.optional(z.string()) }),
    reply: OneAccount,
  },
  signOut: { method: "POST", path: "/api/sign-out", mode: "shared", reply: Nothing },
  me: {
    method: "GET",
    path: "/api/me",
    mode: "shared",
    reply: z.object({ account: Account, mayAddMcpServers: z.boolean(), cursor }),
  },
  /** Ends every other sign-in of the account. */
  changePassword: {
    method: "POST",
    path: "/api/me/password",
    mode: "shared",
    body: z.object({ password: SentPassword, newPassword: Password }),
    reply: Nothing,
  },
  /** Removes the account with everything it has. */
  deleteMe: {
    method: "DELETE",
    path: "/api/me",
    mode: "shared",
    body: z.object({ password: SentPassword }),
    reply: Nothing,
  },
  listSignIns: {
    method: "GET",
    path: "/api/me/sign-ins",
    mode: "shared",
    reply: z.object({ signIns: z.array(SignInView), cursor }),
  },
  revokeSignIn: { method: "DELETE", path: "/api/me/sign-ins/:id", mode: "shared", reply: Nothing },
  listAccounts: {
    method: "GET",
    path: "/api/accounts",
    mode: "shared",
    role: "administrator",
    reply: z.object({ accounts: z.array(Account), cursor }),
  },
  createAccount: {
    method: "POST",
    path: "/api/accounts",
    mode: "shared",
    role: "administrator",
    body: z.object({ name: AccountName, password: Password, role: AccountRole }),
    reply: OneAccount,
  },
  /** A new password ends every sign-in of the account, and so does suspending it. */
  updateAccount: {
    method: "PATCH",
    path: "/api/accounts/:id",
    mode: "shared",
    role: "administrator",
    body: z.object({
      role: z.optional(AccountRole),
      status: z.optional(AccountStatus),
      password: z.optional(Password),
    }),
    reply: OneAccount,
  },
  deleteAccount: {
    method: "DELETE",
    path: "/api/accounts/:id",
    mode: "shared",
    role: "administrator",
    reply: Nothing,
  },
  listInvites: {
    method: "GET",
    path: "/api/admin/invites",
    mode: "shared",
    role: "administrator",
    reply: z.object({ invites: z.array(Invite), cursor }),
  },
  createInvite: {
    method: "POST",
    path: "/api/admin/invites",
    mode: "shared",
    role: "administrator",
    body: z.object({ role: z.optional(AccountRole), days: z.optional(z.int().check(z.minimum(1), z.maximum(30))) }),
    reply: z.object({ invite: Invite, code: z.string() }),
  },
  revokeInvite: {
    method: "DELETE",
    path: "/api/admin/invites/:id",
    mode: "shared",
    role: "administrator",
    reply: Nothing,
  },
  instanceSettings: {
    method: "GET",
    path: "/api/admin/settings",
    mode: "shared",
    role: "administrator",
    reply: z.extend(InstanceSettings, { cursor }),
  },
  changeInstanceSettings: {
    method: "PATCH",
    path: "/api/admin/settings",
    mode: "shared",
    role: "administrator",
    body: z.partial(InstanceSettings),
    reply: InstanceSettings,
  },
} as const satisfies Record<string, Route>;
