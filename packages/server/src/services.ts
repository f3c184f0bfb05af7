import type { Bus, Clock, ScriptEngine, Stores } from "@loop/core/host";
import type { EventStreams } from "./http/event-streams.js";
import type { ModelChoice } from "./model-choice.js";
import type { ServerMode } from "./modes/server-mode.js";
import type { Settings } from "./settings.js";
import type { ApprovalDesk } from "./turns/approval-desk.js";
import type { LiveSessions } from "./turns/live-sessions.js";
import type { TurnRunner } from "./turns/turn-runner.js";

/** What the routes call. Made once, in `createServer`. */
export interface Services {
  readonly version: string;
  readonly settings: Settings;
  readonly mode: ServerMode;
  readonly stores: Stores;
  readonly bus: Bus;
  readonly models: ModelChoice;
  readonly runner: TurnRunner;
  readonly sessions: LiveSessions;
  readonly desk: ApprovalDesk;
  readonly streams: EventStreams;
  readonly scripts: ScriptEngine;
  readonly clock: Clock;
  readonly newId: () => string;
  /** One plain line about what must not happen. */
  readonly report: (line: string) => void;
}
