import type { ApprovalResult, McpServerConfig } from "@loop/contract";

/** The approval card. */
export const CARD = {
  state: "This call has not been sent",
  region: (server: string, tool: string, isChanged = false) =>
    `Approval needed: ${server}, ${tool}${isChanged ? ". Its definition changed." : ""}`,
  title: { before: "May ", after: (server: string) => ` run on ${server}?` },
  nestedCall: (ordinal: string) => `Call ${ordinal} of the script`,
  thenRefused: ", then it is refused",
  askedBy: "Asked by",
  you: "You, by hand",
  script: ", in a script you can",
  readHere: "read here",
  denyAndStop: "Deny and stop the script",
  model: "the model",
  goesTo: "Goes to",
  program: (server: string) => `${server}, a program on this computer`,
  address: (server: string) => `${server}, at an address`,
  changed: "Changed",
  changedSince: (time: string) => `This tool is not the one you allowed ${time}: its server has rewritten it since.`,
  changedTooLong: "Something in its definition is different now. It is too long to be shown here side by side.",
  changedUnread: "What changed could not be loaded. Look at the tool in Settings before you answer.",
  was: "was",
  now: "now",
  noDescription: "No description.",
  takesChanged: "What it takes",
  givesChanged: "What it gives back",
  lineDiff: {
    head: (added: number, removed: number) =>
      `${added === 1 ? "1 line" : `${added} lines`} new, ${removed === 1 ? "1 line" : `${removed} lines`} gone`,
    unchanged: (lines: number) => (lines === 1 ? "1 line as before" : `${lines} lines as before`),
    added: "New:",
    removed: "Gone:",
  },
  willSend: "Will send",
  itSays: "It says",
  noWords: "The server gives no description of this tool.",
  exactText: "Exact text",
  fields: (count: number, bytes: number) =>
    `${count === 1 ? "1 field" : `${count} fields`}, ${bytes === 1 ? "1 byte" : `${bytes} bytes`}`,
  noFields: (bytes: number) => `No fields, ${bytes} bytes`,
  copy: "Copy",
  copied: "Copied",
  restOf: (lines: number) => (lines === 1 ? "1 more line is not shown." : `${lines} more lines are not shown.`),
  showAll: "Show all",
  deny: "Deny",
  allow: "Allow once",
  allowSession: "Allow this tool for this session",
  allowSessionScope: "Any arguments, until its tools change",
  ifDenied: "If you deny, the model is told and goes on without the result.",
  ifDeniedByHand: "If you deny, nothing is sent.",
  ifDeniedScript: "If you deny, the script gets an error it can catch, and the model is told.",
  anyDevice: "You can answer from any of your devices; the first answer counts.",
  more: "More to read below",
  ownWords: (server: string) => `${server}’s own words. Loop has not checked them.`,
  alsoWaits: (tool: string, server: string) => `${tool} on ${server} waits behind this question`,
  answered: { denied: "Denied. Nothing was sent.", allowed: "Allowed.", session: "Allowed for this session." },
} as const;

/** "npx -y server" or an address, exactly as configured. */
export function targetOf(config: McpServerConfig): string {
  const { transport } = config;
  return transport.type === "http" ? transport.url : [transport.command, ...transport.args].map(shown).join(" ");
}

/** Where a space would mislead about where one argument ends. */
function shown(argument: string): string {
  return argument === "" || /\s/.test(argument) ? JSON.stringify(argument) : argument;
}

/** What is said when a question was settled by somebody or something other than this tab. */
export function settledText(result: ApprovalResult): string {
  if (result.decision === "allowed") return "Answered elsewhere: allowed once.";
  if (result.decision === "allowed-session") return "Answered elsewhere: allowed for this session.";
  switch (result.reason) {
    case "timeout":
      return "Nobody answered in time. Nothing was sent.";
    case "cancelled":
      return "The turn was stopped. Nothing was sent.";
    case "revoked":
      return "The server or its tools changed, so the question was withdrawn. Nothing was sent.";
    case "no-handler":
      return "Nobody could be asked. Nothing was sent.";
    default:
      return "Answered elsewhere: denied. Nothing was sent.";
  }
}

/** "1:34 left"; coarse while there is plenty of time. */
export function countdownText(leftMs: number): string {
  if (leftMs <= 0) return "Time is up";
  const minutes = Math.floor(leftMs / 60_000);
  if (minutes >= 2) return `${minutes + 1} minutes left`;
  const seconds = Math.floor((leftMs % 60_000) / 1000);
  return `${minutes}:${String(seconds).padStart(2, "0")} left`;
}

const ANNOUNCED_SECONDS = [60, 30, 10];

/** The sentence to read aloud when the time left passes one of three marks; null in between. */
export function countdownAnnouncement(beforeMs: number, leftMs: number): string | null {
  const passed = ANNOUNCED_SECONDS.find((seconds) => beforeMs > seconds * 1000 && leftMs <= seconds * 1000);
  return passed === undefined ? null : `${passed} seconds left to answer.`;
}
