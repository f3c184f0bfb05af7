import type { AccountServerView } from "@loop/contract";
import { countTools } from "./app-words.js";
import { type Explanation, explain } from "./errors.js";

const SUSPENDED = {
  on: "An administrator suspended this server. Your switch is kept and changes nothing until that is lifted. Ask an administrator of this instance.",
  off: "An administrator suspended this server. Switching it on changes nothing until that is lifted. Ask an administrator of this instance.",
} as const;

export interface AccountServerWords {
  readonly shape: "ready" | "disabled" | "suspended" | "unreachable" | "error";
  readonly word: string;
  /** Why its tools reach no turn, and what to do; null where they do, or the owner wants it so. */
  readonly why: Explanation | null;
}

const UNREACHABLE_CODES: readonly string[] = ["origin-not-allowed", "address-not-public", "address-refused"];

/** A server of an account as shape, word and reason (ADM-02). */
export function accountServerWords(view: AccountServerView): AccountServerWords {
  if (view.suspended) {
    const sentence = view.enabled ? SUSPENDED.on : SUSPENDED.off;
    return { shape: "suspended", word: "Suspended", why: { sentence, nextStep: "", code: "server-suspended" } };
  }
  if (!view.enabled) return { shape: "disabled", word: "Off", why: null };
  if (view.code !== undefined) {
    const shape = UNREACHABLE_CODES.includes(view.code) ? "unreachable" : "error";
    return { shape, word: "On, but not offered", why: explainAccountServer(view.code) };
  }
  return { shape: "ready", word: onWord(view), why: null };
}

/** Tools of the groups that are on. */
export function toolsOn({ groups }: Pick<AccountServerView, "groups">): number {
  return groups.reduce((sum, group) => sum + (group.enabled ? group.toolCount : 0), 0);
}

function onWord(view: AccountServerView): string {
  if (view.toolCount === 0) return "On, offers no tools";
  const on = toolsOn(view);
  return on === view.toolCount ? `On, ${countTools(on)}` : `On, ${on} of ${countTools(view.toolCount)}`;
}

const TRY_AGAIN = "then try again.";
const NEXT_STEPS: Readonly<Record<string, string>> = {
  "authentication-required": `Check the token, ${TRY_AGAIN}`,
  "access-rejected": `Check what the token may do, and the address, ${TRY_AGAIN}`,
  timeout: `See whether it runs, ${TRY_AGAIN}`,
  "setup-timeout": `See whether it runs, ${TRY_AGAIN}`,
  "connection-closed": `See whether it runs, ${TRY_AGAIN}`,
  "session-lost": "Try again.",
  "invalid-catalog": `Update the server, ${TRY_AGAIN}`,
  "network-unreachable": `Check the address, ${TRY_AGAIN}`,
  "address-not-found": `Check the spelling of the address, ${TRY_AGAIN}`,
  "certificate-invalid": `Fix the certificate or use the right address, ${TRY_AGAIN}`,
  "not-found": `Check the path of the address, ${TRY_AGAIN}`,
  "server-failed": `Look at the server’s own log, ${TRY_AGAIN}`,
  "not-mcp": `Check that the address is an MCP server’s, ${TRY_AGAIN}`,
  "version-unsupported": `Update the server, ${TRY_AGAIN}`,
};

/** The words for a code, with the next step of somebody who has an address and a token and no variables. */
export function explainAccountServer(code: string): Explanation {
  const general = explain(code);
  return { ...general, nextStep: NEXT_STEPS[code] ?? general.nextStep };
}
