import type { AccountStore, SettingStore } from "@loop/core/host";
import type { AttemptLimits } from "./attempt-limits.js";
import type { InstanceSettingsDesk } from "./instance-settings.js";
import type { Passwords } from "./passwords.js";
import type { SessionCookie } from "./session-cookie.js";

/** Why an account may not go on as it did. */
export type AccountEnd = "suspended" | "deleted" | "demoted";

export interface AccountDeskOptions {
  readonly accounts: AccountStore;
  readonly settings: SettingStore;
  readonly passwords: Passwords;
  readonly limits: AttemptLimits;
  readonly newId: () => string;
  /** Lets the first administrator in, once. */
  readonly setupCode: string;
  /** Known once the server listens, and asked for at each sign-in. */
  readonly cookie: () => SessionCookie;
  /** The set-up is stored: its code opens nothing any more. */
  readonly onSetUp: () => Promise<void>;
  /** The change is stored: ends turns, questions, streams and servers of the account. */
  readonly onAccountEnded: (accountId: string, end: AccountEnd) => Promise<void>;
  /** Some browsers of the account are signed out: ends its streams; whoever is still signed in opens them again. */
  readonly onSignInsEnded: (accountId: string) => void;
  /** One plain line about what must not happen. */
  readonly report: (line: string) => void;
}

/** What the parts of the desk share. */
export interface DeskParts extends AccountDeskOptions {
  readonly instance: InstanceSettingsDesk;
}

/** Where a request comes from. */
export interface Arrival {
  readonly remoteAddress: string;
  /** Words for the browser. */
  readonly device: string;
  /** What the browser is signed in with already; it ends with a new sign-in. */
  readonly signInId: string | null;
}

/** What is stored stays stored, whatever comes of telling it. */
export async function told(parts: Pick<DeskParts, "report">, telling: Promise<void>): Promise<void> {
  await telling.catch(() =>
    parts.report("A change of an account was stored, and not everything of it could be ended."),
  );
}
