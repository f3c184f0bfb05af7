/** Names of the settings pages, and what stands beside them. */
export const SETTINGS = {
  yourAccount: "Your account",
  tools: "Tools",
  personas: "Personas",
  prompts: "Prompts",
  account: "Account",
  administration: "Administration",
  adminServers: "MCP servers",
  adminAccounts: "Accounts",
  adminRegistration: "Registration",
  allPages: "All settings pages",
  signedInAs: (name: string) => `Signed in as ${name}`,
  accountMenu: (name: string) => `Account ${name}`,
  accountSettings: "Account settings",
  signOut: "Sign out",
} as const;
