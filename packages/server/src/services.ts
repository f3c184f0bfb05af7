import type { Clock, HostPolicy, ScriptEngine, Stores } from "@loop/core/host";
import type { EventStreams } from "./http/event-streams.js";

import type { LazyManager } from "./lazy-manager.js";
import type { ModelChoice } from "./model-choice.js";
import type { SandboxProbe } from "./sandbox-probe.js";
import type { Settings } from "./settings.js";
import type { ApprovalDesk } from "./turns/approval-desk.js";
import type { LiveSessions } from "./turns/live-sessions.js";
import type { TurnRunner } from "./turns/turn-runner.js";

/** What the routes call. Made once, in `createServer`. */
export interface Services {
  readonly version: string;
  readonly settings: Settings;
  readonly policy: HostPolicy;
  readonly manager: LazyManager;
  readonly stores: Stores;
  readonly models: ModelChoice;
  readonly runner: TurnRunner;
  readonly sessions: LiveSessions;
  readonly desk: ApprovalDesk;
  readonly streams: EventStreams;
  readonly scripts: ScriptEngine;
  readonly sandbox: SandboxProbe;
  readonly clock: Clock;
  readonly newId: () => string;
}
