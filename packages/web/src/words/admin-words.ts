import type { InstanceServerView, Registration } from "@loop/contract";
import { countTools } from "./app-words.js";

/** Settings → Administration. */
export const ADMIN = {
  crumb: "Administration",
  onlyAdministrators: "Only an administrator sees this page.",
  you: "you",
} as const;

export const ADMIN_SERVERS = {
  title: "MCP servers",
  permission: "Users can add their own MCP servers",
  permissionSays:
    "They can only reach public addresses, or exactly the origins this instance names. Administrators always may add servers.",
  permissionOff:
    "While it is off, members can neither add a server nor change an address. Servers they have keep working.",
  counts: (servers: number, owners: number, suspended: number) =>
    `${servers === 1 ? "1 server" : `${servers} servers`} of ${owners === 1 ? "1 account" : `${owners} accounts`}, ${suspended} suspended`,
  find: "Owner, name or address",
  empty: "Nobody has added a server yet.",
  none: "No server has these letters.",
  server: "Server",
  owner: "Owner",
  state: "State",
  actions: "Actions",
  suspend: "Suspend",
  lift: "Lift suspension",
  suspendLabel: (label: string, owner: string) => `Suspend ${label} of ${owner}`,
  liftLabel: (label: string, owner: string) => `Lift the suspension of ${label} of ${owner}`,
  remove: "Remove",
  removeLabel: (label: string, owner: string) => `Remove ${label} of ${owner}`,
  removeQuestion: (label: string, owner: string) => `Remove ${label} of ${owner}?`,
  removeSays: (owner: string) =>
    `Its address, its token and its stored tools are deleted for ${owner}. Calls under way are cancelled and open questions refused.`,
  keep: "Keep",
  foot: "A suspended server keeps its owner’s settings. Its calls stop at once, open questions about it are refused, and its owner reads why. Tokens are encrypted and cannot be read here.",
} as const;

export function instanceServerWords({ suspended, enabled, toolCount }: InstanceServerView) {
  if (suspended) return { shape: "suspended", word: "Suspended" } as const;
  if (!enabled) return { shape: "disabled", word: "Off, by its owner" } as const;
  return { shape: "ready", word: `On, ${countTools(toolCount)}` } as const;
}

export const ADMIN_ACCOUNTS = {
  title: "Accounts",
  lede: "Who can sign in. An administrator sees no conversation, no server’s tools and no token of anybody else.",
  counts: (all: number, administrators: number) =>
    `${all === 1 ? "1 account" : `${all} accounts`}, ${administrators === 1 ? "1 administrator" : `${administrators} administrators`}`,
  name: "Name",
  role: "Role",
  state: "State",
  roles: { administrator: "Administrator", member: "Member" },
  active: "Active",
  suspended: "Suspended",
  since: (at: string) => `since ${at}`,
  roleOf: (name: string) => `Role of ${name}`,
  suspend: "Suspend",
  lift: "Lift suspension",
  suspendLabel: (name: string) => `Suspend ${name}`,
  liftLabel: (name: string) => `Lift the suspension of ${name}`,
  newPassword: "New password",
  newPasswordLabel: (name: string) => `New password for ${name}`,
  newPasswordSays: (name: string) =>
    `${name} is signed out everywhere and signs in with this one. Tell it to them; they can change it.`,
  setPassword: "Set it",
  setting: "Setting…",
  passwordSet: (name: string) => `${name} has a new password and is signed out everywhere.`,
  remove: (name: string) => `Delete ${name}`,
  removeQuestion: (name: string) => `Delete ${name}?`,
  removeSays: "Their conversations, servers, tokens and settings are deleted. Nothing of it can be brought back.",
  removeYes: "Delete",
  keep: "Keep",
  cancel: "Cancel",
  last: "The last administrator who can sign in keeps that role, stays active and cannot be deleted. Make another account an administrator first.",
  yourself: "Your own account is deleted in Settings, Account.",
  create: "Add an account",
  createAside: "You choose a first password and tell it to them; they can change it.",
  firstPassword: "First password",
  createYes: "Add the account",
  creating: "Adding…",
  created: (name: string) => `${name} can sign in now.`,
} as const;

export const ADMIN_REGISTRATION = {
  title: "Registration",
  lede: "Who may make an account by themselves.",
  who: "Who may join",
  invites: "Invites",
  invitesAside: "Each makes one account and is used up by it.",
  invitesClosed: "While registration is closed, invites open nothing.",
  create: "Make an invite",
  creating: "Making it…",
  role: "For a",
  days: "Days it counts",
  daysWrong: "A whole number from 1 to 30.",
  made: "The invite is made. This link is shown once: copy it now and send it to one person.",
  link: "Invite link",
  copy: "Copy",
  copied: "Copied",
  done: "Done",
  empty: "No invite is open.",
  expires: (at: string) => `counts until ${at}`,
  expired: "expired",
  madeAt: (at: string) => `Made ${at}`,
  revoke: "Revoke",
  revokeLabel: (role: string, at: string) => `Revoke the invite for a ${role.toLowerCase()}, made ${at}`,
} as const;

export const REGISTRATIONS: Readonly<Record<Registration, { readonly name: string; readonly says: string }>> = {
  closed: { name: "Nobody", says: "An administrator makes every account." },
  invite: { name: "Whoever has an invite", says: "Each invite makes one account." },
  open: {
    name: "Everybody who reaches this address",
    says: "Anybody can make an account, and its servers connect to addresses from this machine.",
  },
};
