/** Settings → Account. */
export const ACCOUNT = {
  title: "Account",
  lede: (name: string, isAdministrator: boolean) =>
    `You are signed in as ${name}${isAdministrator ? ", an administrator of this instance" : ""}.`,
  password: "Password",
  passwordAside: "A new one signs every other device out.",
  present: "Present password",
  next: "New password",
  again: "The same password again",
  change: "Change password",
  changing: "Changing…",
  changed: "The password is changed. Every other device is signed out.",
  devices: "Signed-in devices",
  devicesAside: "Where this account is signed in. Signing a device out takes effect at once.",
  thisDevice: "this device",
  since: (at: string) => `Signed in ${at}`,
  lastUsed: (at: string) => `last used ${at}`,
  revoke: "Sign out",
  revokeLabel: (device: string) => `Sign out ${device}`,
  noDevices: "No other device is signed in.",
  remove: "Delete my account",
  removeAside: "Nothing of it can be brought back.",
  removeSays:
    "Your conversations, your MCP servers with their tokens and stored tools, and your settings are deleted. Turns that run are stopped and open questions refused.",
  removeLast: "The last administrator cannot be deleted: make another account an administrator first.",
  removePassword: "Your password, to be sure it is you",
  removeYes: "Delete my account",
  removing: "Deleting…",
} as const;

/** "30 November 2026, 09:41", in the reader's own time and language. */
export function momentText(at: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime())
    ? at
    : moment.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
