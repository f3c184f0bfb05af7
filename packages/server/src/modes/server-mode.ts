import type { Clock, ConversationRow, HostPolicy, McpTool, TurnSetup } from "@loop/core/host";
import type { ApiHandlers } from "../http/api-handlers.js";
import type { StreamParts } from "../http/event-stream.js";
import type { Identity } from "../http/identity.js";
import type { Result } from "../result.js";
import type { Services } from "../services.js";
import type { LiveSessionsOptions } from "../turns/live-sessions.js";

/** A turn about to begin. */
export interface ComingTurn {
  readonly conversation: ConversationRow;
  /** The words were spoken (VOI-01). */
  readonly spoken: boolean;
  /** The turn is one call by hand. */
  readonly byHand: boolean;
}

/**
 * What differs between an app for one person and an instance with accounts. Everything else of the server asks these
 * values and never for the name.
 */
export interface ServerMode {
  /** Which routes exist. */
  readonly name: "personal" | "shared";
  readonly policy: HostPolicy;
  /** What one account has at once. */
  readonly accountLimits: { readonly turns: number; readonly streams: number };
  readonly openSession: LiveSessionsOptions["open"];
  /** What this turn alone works with; null for the session's own. */
  setUpTurn(turn: ComingTurn): Promise<Result<TurnSetup | null>>;
  /** The account's tools, as a person may call them by hand. */
  tools(accountId: string): Promise<readonly McpTool[]>;
  /** Whether the account's models write scripts, so that a person may run one by hand. */
  offersScripts(accountId: string): Promise<boolean>;
  readonly onServerStatus: StreamParts["onServerStatus"];
  identity(port: number): Identity;
  /** Whether the app's pages are for everybody. */
  readonly openPages: boolean;
  /** Accounts whose readers are told at once of turns that were found abandoned. */
  readonly knownAccounts: readonly string[];
  /** The address printed at the start. */
  launchLink(url: string): Promise<string>;
  handlers(services: Services): Partial<ApiHandlers>;
  /** Called once the server listens. */
  started(services: Services): void;
  /** Ends everything of its own. */
  close(): Promise<void>;
}

/** Makes the mode over what every mode has. */
export type MakeMode = (foundation: Foundation) => ServerMode;

export type Foundation = Omit<Services, "mode" | "runner" | "sessions" | "streams"> & { readonly clock: Clock };
