import type { AppState } from "@loop/contract";
import type { ApiHandlers } from "../http/api-handlers.js";
import type { LazyManager } from "../lazy-manager.js";
import { attempt, ok } from "../result.js";
import type { SandboxProbe } from "../sandbox-probe.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";
import { SAMPLE_SERVER_ID } from "./mcp-settings.js";

type StateRoutes = Pick<ApiHandlers, "state" | "chooseModel" | "detectModels">;

export interface StateParts {
  readonly manager: LazyManager;
  readonly sandbox: SandboxProbe;
}

export function appStateRoutes(services: Services, parts: StateParts): StateRoutes {
  const { models } = services;
  return {
    state: async ({ accountId }) => ok(await readState(services, parts, accountId)),
    chooseModel: async ({ accountId, body }) => {
      const chosen = await models.choose(accountId, body.reference, body.foundAt);
      return chosen.ok ? ok(await readState(services, parts, accountId)) : chosen;
    },
    detectModels: async () => ok({ detected: [...(await models.detect())] }),
  };
}

function shownSandbox(known: SandboxProbe["known"]): AppState["sandbox"] {
  return known === null ? null : { state: known.state, reason: known.reason };
}

async function readState(services: Services, parts: StateParts, accountId: string): Promise<AppState> {
  const { settings, models, mode } = services;
  const { manager, sandbox } = parts;
  const cursor = await currentCursor(services, accountId);
  // A broken mcp.json is said where servers are shown; the rest of the app works without it.
  const list = await attempt(manager.get().then((made) => made.list()));
  return {
    mode: mode.name,
    version: services.version,
    model: await models.describe(accountId),
    detected: [...models.detected],
    dataDir: settings.dataDir,
    workspace: settings.workspace,
    sampleServer: list.ok && list.value.some((server) => server.config.id === SAMPLE_SERVER_ID),
    sandbox: shownSandbox(sandbox.known),
    cursor,
  };
}
