import * as z from "zod/mini";

/** A name people sign in with; unique without regard to case. */
export const AccountName = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));
export const Password = z.string().check(z.minLength(8), z.maxLength(1_024));

export const AccountRole = z.enum(["administrator", "member"]);
export type AccountRole = z.infer<typeof AccountRole>;

export const AccountStatus = z.enum(["active", "suspended"]);
export type AccountStatus = z.infer<typeof AccountStatus>;

/** An account as its owner and administrators see it. */
export const Account = z.object({
  id: z.string(),
  name: z.string(),
  role: AccountRole,
  status: AccountStatus,
  createdAt: z.string(),
});
export type Account = z.infer<typeof Account>;

/** One signed-in browser. `id` names it for revoking and opens nothing. */
export const SignInView = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** What the browser said of itself, cut short. */
  device: z.string(),
  current: z.boolean(),
});
export type SignInView = z.infer<typeof SignInView>;

/** Who may make an account: nobody but an administrator, whoever has an invite, or everybody. */
export const Registration = z.enum(["closed", "invite", "open"]);
export type Registration = z.infer<typeof Registration>;

/** What the pages before sign-in need to know; the same for everybody. */
export const SignInOptions = z.object({ setupNeeded: z.boolean(), registration: Registration });
export type SignInOptions = z.infer<typeof SignInOptions>;

/** An invitation to make one account. `code` is told once, when it is made. */
export const Invite = z.object({ id: z.string(), createdAt: z.string(), expiresAt: z.string(), role: AccountRole });
export type Invite = z.infer<typeof Invite>;

export const InstanceSettings = z.object({ usersMayAddMcpServers: z.boolean(), registration: Registration });
export type InstanceSettings = z.infer<typeof InstanceSettings>;
