import { join } from "node:path";
import { createScriptEngine } from "@loop/core/host";
import { EventStreams } from "./http/event-streams.js";
import { ModelChoice } from "./model-choice.js";
import type { Foundation, ServerMode } from "./modes/server-mode.js";
import { ProviderSettings } from "./providers/provider-settings.js";
import { createProviderFile } from "./providers/provider-store.js";
import type { ServerDeps } from "./server.js";
import type { Services } from "./services.js";
import type { Settings } from "./settings.js";
import { ApprovalDesk } from "./turns/approval-desk.js";
import { LiveSessions } from "./turns/live-sessions.js";
import { ringingStores } from "./turns/ringing-stores.js";
import { TurnRunner } from "./turns/turn-runner.js";

/** Of servers that share their rows: one that cannot renew for so long has lost its turns to whoever looks. */
const REPLICA_LEASE_MS = 9_000;
/** The instance lock lets one process own every turn, and the next start ends them: a sleeping laptop loses none. */
const SOLE_OWNER_LEASE_MS = 30 * 24 * 3_600_000;

/** Everything that routes call, made in the order in which it needs one another. */
export function createServices(settings: Settings, deps: ServerDeps): Services {
  // The mode says which accounts it knows, and is made over stores that ring for them.
  const knownAccounts: string[] = [];
  const foundation = createFoundation(settings, deps, knownAccounts);
  const mode = deps.mode(foundation);
  knownAccounts.push(...mode.knownAccounts);
  const { stores, bus, clock, report } = foundation;
  const sessions = new LiveSessions({
    conversations: stores.conversations,
    clock,
    keepsSessions: isSoleOwner(settings),
    open: mode.openSession,
  });
  const streams = new EventStreams({
    events: stores.events,
    bus,
    clock,
    onServerStatus: mode.onServerStatus,
    mostOfAccount: mode.accountLimits.streams,
    report,
  });
  return { ...foundation, mode, sessions, streams, runner: createRunner(foundation, mode, sessions) };
}

function createFoundation(settings: Settings, deps: ServerDeps, knownAccounts: readonly string[]): Foundation {
  const { bus, clock, newId, report, version } = deps;
  const stores = ringingStores(deps.stores, bus, knownAccounts);
  const models = new ModelChoice({
    settings: stores.settings,
    providers: new ProviderSettings({
      store: createProviderFile(join(settings.dataDir, "providers.json")),
      environment: settings.environment,
    }),
    fromEnvironment: settings.model,
    clock,
  });
  const desk = new ApprovalDesk({ approvals: stores.approvals, bus, clock });
  const scripts = createScriptEngine(clock);
  return { version, settings, stores, bus, models, desk, scripts, clock, newId, report };
}

function createRunner(foundation: Foundation, mode: ServerMode, sessions: LiveSessions): TurnRunner {
  const { settings, stores, bus, models, clock, newId, report } = foundation;
  return new TurnRunner({
    stores,
    sessions,
    model: (accountId) => models.driver(accountId),
    setUp: (turn) => mode.setUpTurn(turn),
    clock,
    newId,
    owner: newId(),
    leaseMs: isSoleOwner(settings) ? SOLE_OWNER_LEASE_MS : REPLICA_LEASE_MS,
    mostTurns: mode.accountLimits.turns,
    isSoleOwner: isSoleOwner(settings),
    bus,
    report,
  });
}

/** Rows in the data directory belong to the one server that holds its lock. */
function isSoleOwner({ databaseUrl }: Settings): boolean {
  return databaseUrl === null;
}
