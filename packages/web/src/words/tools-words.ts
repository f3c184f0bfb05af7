import type { Delivery } from "@loop/contract";
import { countTools } from "./app-words.js";

/** Settings → Tools of an account. */
export const TOOLS = {
  title: "Tools",
  lede: "What the model is offered, and what that costs. Every MCP call is still put to you first.",
  servers: "MCP servers",
  serversAside: "Offered in conversations whose lightning menu switches them on.",
  empty: "No MCP servers yet. Add the address of one, or of a gateway that holds several.",
  add: "Add an MCP server",
  mayNotAdd: "An administrator has not allowed accounts to add MCP servers.",
  mayNotAddNext: "Ask an administrator to allow it in Settings, MCP servers. The servers you have keep working.",
  edit: (label: string) => `Edit ${label}`,
  remove: (label: string) => `Remove ${label}`,
  removeQuestion: (label: string) => `Remove ${label}?`,
  removeSays: "Its address, its token and its stored tools are deleted. Open questions about it are refused.",
  removeYes: "Remove",
  keep: "Keep",
  update: "Update tools",
  updating: "Updating…",
  updateLabel: (label: string) => `Update the tools of ${label}`,
  updateFailed: "The stored tools stay as they were.",
  allTools: (label: string) => `All tools of ${label}`,
  switchOf: (label: string) => `${label}, switched on`,
  takenAt: (at: string) => `Tools as of ${at}`,
  advanced: "Advanced",
  groups: "Groups",
  groupsSay:
    "Read off the tool names, and only a habit of reading: a group carries a switch and nothing else. New tools follow their group.",
  unnamed: "Without a prefix",
  groupSwitch: (group: string, label: string) => `Group ${group} of ${label}`,
  noGroups: "The server offers no tools, so there are no groups.",
} as const;

export const DIFF = {
  title: "Updated",
  none: (tools: number) => `Nothing changed. ${countTools(tools)}.`,
  added: "Added",
  removed: "Removed",
  changed: "Changed: the same name with another description or other arguments",
  newGroups: "New groups, switched on",
  close: "Close",
  ownNames: "Names as the server gives them.",
} as const;

/** Adding and editing. */
export const ADD = {
  title: "Add an MCP server",
  what: "The server",
  whatAside:
    "The label is yours. It becomes part of what the model calls the tools, and stays that when you change it.",
  where: "Address",
  whereAside:
    "HTTP only (Streamable HTTP). A server that is a program has no address: put a gateway such as MCPHub or MCPJungle in front of it and enter the gateway’s.",
  label: "Label",
  labelExample: "Home hub",
  url: "Address",
  urlExample: "https://hub.example.org/mcp",
  urlHint:
    "Public addresses, unless this instance names others. Put no password or token in it: the address stays readable.",
  urlFixed: "Changing an address is not allowed here while accounts may not add servers. Ask an administrator.",
  token: "Token, if it wants one",
  tokenTitle: "Sign-in",
  tokenAside: "Sent as a bearer token on every call. There is no OAuth: a token or nothing.",
  tokenHint: "Kept encrypted and never shown again, not to an administrator either.",
  tokenSaved: "Saved, never shown",
  tokenReplace: "Replace",
  tokenRemove: "Remove",
  tokenRemoved: "Will be removed when you save",
  tokenKeep: "Keep the saved one",
  tokenAgain: "The address changed, so the token is needed again: it is not sent to an address it was not given for.",
  missing: "Fill this in.",
  urlWrong: "This must be an address that begins with https:// or http://.",
  test: "Test",
  testing: "Testing…",
  add: "Add",
  adding: "Adding…",
  save: "Save",
  saving: "Saving…",
  testFirst: "It is tested before anything is stored.",
  saveTests: "A new address or token is tested before it is stored.",
  cancel: "Cancel",
  backToList: "Back to the list",
  addAnother: "Add another",
  added: (label: string) => `${label} is added and switched on.`,
  addedNext: "Its tools are offered in conversations whose lightning menu switches them on.",
  found: (count: number) => (count === 0 ? "It answered and offers no tools." : `${countTools(count)} found`),
  foundSays: "Read the names: that it answered says the address is right, the list says it is the server you meant.",
  foundWords: "Names as the server gives them. Loop has not checked them.",
  failed: "Nothing was stored.",
} as const;

export const CAP = {
  title: "How many reach the model",
  aside: "Counted across all servers and groups that are on.",
  field: "Most tools",
  wrong: "A whole number from 1 to 2000.",
  now: (ready: number, cap: number) =>
    ready > cap
      ? `${countTools(ready)} ${are(ready)} on now, ${ready - cap} beyond the cap`
      : `${countTools(ready)} ${are(ready)} on now, ${cap - ready} below the cap`,
  meter: (ready: number, cap: number) => `${ready} of ${cap} tools`,
  warnsAt: "warns at 100",
  quiet: "Past 100 tools, all of them ride along in every request of every turn.",
  warn: (offered: number) => `${offered} definitions ride along in every request of every turn.`,
  /** Around the group's name, which is the server's word. */
  warnGroup: {
    before: "Switching off the group ",
    after: (label: string, count: number) => ` of ${label} would take away ${count} of them. `,
  },
  warnGroups: "Groups are under each server’s advanced settings.",
  dropped: (count: number) =>
    `${count === 1 ? "1 tool is" : `${count} tools are`} left out, from the end of the cards above.`,
  announced: "Announced: the cap counts the definitions the model asks for in a turn.",
} as const;

function are(count: number): string {
  return count === 1 ? "is" : "are";
}

export const EXPOSURE = {
  title: "How they are offered",
  aside: (tools: number) => `Tokens of one request, measured on your ${countTools(tools)}.`,
  tokens: (count: number) => `${new Intl.NumberFormat("en").format(count)} tokens`,
  experimental: "Experimental",
} as const;

export interface DeliveryWords {
  readonly name: string;
  readonly says: string;
  readonly costs: string;
  readonly isExperimental: boolean;
}

/** ANN-01 … ANN-03: what each does, and what it costs. */
export const DELIVERIES: Readonly<Record<Delivery, DeliveryWords>> = {
  direct: {
    name: "All at once",
    says: "Every definition in every request.",
    costs: "No extra round.",
    isExperimental: false,
  },
  announce: {
    name: "Announced",
    says: "One tool names the servers and what each holds. A server’s definitions reach the model once it asks; asking sends nothing out.",
    costs:
      "One more round in turns that use a tool, and the provider’s prompt cache starts over there, where the conversation is longest.",
    isExperimental: true,
  },
  codemode: {
    name: "In scripts",
    says: "One tool runs scripts that search and call. Each call of a script is put to you.",
    costs: "The model writes code, which some models do badly.",
    isExperimental: false,
  },
};

export const EVERYWHERE = {
  title: "In conversations",
  aside: "Whether catalogs are sent at all. No call is allowed by it.",
  word: "MCP tools in every conversation",
  off: "Off: a conversation has none until its own lightning menu switches them on.",
  on: "On: a conversation has them unless its own lightning menu switches them off. All of it rides along in each of its requests.",
} as const;

export const LIST = {
  title: (label: string) => `Tools of ${label}`,
  calledBy: "The model calls it",
  find: "Find a tool",
  found: (shown: number, all: number) => `${shown} of ${all}`,
  none: "No tool has these letters.",
  empty: "This server answered and offers no tools.",
  noWords: "The server gives no description of this tool.",
  ownWords: (label: string) => `${label}’s own words. Loop has not checked them.`,
  schema: "What it takes, as its server says",
  schemaLabel: "Input schema",
  groupOff: "off with its group",
} as const;
