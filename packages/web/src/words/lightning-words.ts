/** The lightning menu of the composer (SWT-01). */
export const LIGHTNING = {
  on: "MCP tools on",
  off: "MCP tools off",
  title: "MCP tools in this conversation",
  saysOn: "The catalogs of your servers are sent with every request.",
  saysOff: "No catalog is sent, so no call is possible and no question can appear.",
  asSettings: "As in Settings, Tools.",
  follow: "Follow Settings, Tools",
  followOn: "There they are on in every conversation.",
  followOff: "There they are off unless a conversation says otherwise.",
  byHand: "Run a tool by hand",
  byHandSays: "You fill in what is sent; no model is involved.",
  note: "This allows no call. Each one is put to you when it is about to be made.",
} as const;
