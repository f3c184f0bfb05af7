import { type HostPolicy, personalPolicy, probeSandbox, type SandboxState } from "@loop/core/host";
import type { PersonalHandlers } from "../http/api-handlers.js";
import type { StreamParts } from "../http/event-stream.js";
import { SignIn } from "../http/sign-in.js";
import type { LazyManager } from "../lazy-manager.js";
import { ok } from "../result.js";
import { appStateRoutes } from "../routes/app-state.js";
import { conversationRoutes } from "../routes/conversations.js";
import { mcpSettingsRoutes } from "../routes/mcp-settings.js";
import { modelRoutes } from "../routes/models.js";
import { turnRoutes } from "../routes/turns.js";
import { grantRoutes, usageRoutes } from "../routes/usage.js";
import { SandboxProbe } from "../sandbox-probe.js";
import type { Services } from "../services.js";
import { sessionOpener } from "../turns/open-session.js";
import type { Foundation, MakeMode, ServerMode } from "./server-mode.js";

/** Personal mode has one account; rows carry it all the same. */
export const PERSONAL_ACCOUNT = "personal";

export interface PersonalParts {
  readonly manager: LazyManager;
  readonly token: string;
  /** Tries the sandbox of commands; the real one where absent. */
  readonly probe?: () => Promise<SandboxState>;
}

/** One person on their own computer: live servers of one file, a token instead of accounts. */
export function personalMode(parts: PersonalParts): MakeMode {
  return (foundation) => createPersonalMode(parts, foundation);
}

function createPersonalMode({ manager, token, probe }: PersonalParts, foundation: Foundation): ServerMode {
  const { settings, clock, report } = foundation;
  const policy: HostPolicy = { ...personalPolicy, delivery: settings.delivery };
  const sandbox = new SandboxProbe(probe ?? (() => probeSandbox({ clock })));
  return {
    name: "personal",
    policy,
    // One person's computer: nobody is there to leave anything to.
    accountLimits: { turns: Number.POSITIVE_INFINITY, streams: Number.POSITIVE_INFINITY },
    openSession: sessionOpener({ ...foundation, policy, manager, sandbox }),
    setUpTurn: async () => ok(null),
    tools: async () => (await manager.get()).tools(settings.workspace),
    offersScripts: async () => policy.delivery === "codemode",
    onServerStatus: statusFeed(manager, foundation),
    identity: (port) => new SignIn({ token, port, accountId: PERSONAL_ACCOUNT }),
    openPages: false,
    knownAccounts: [PERSONAL_ACCOUNT],
    launchLink: async (url) => `${url}?token=${token}`,
    handlers: (services) => personalHandlers(services, manager, sandbox),
    started() {
      void sandbox.state(); // never rejects; whoever needs the outcome asks again
      void manager.get().catch(() => report("MCP servers could not be loaded."));
    },
    close: () => manager.close(),
  };
}

function personalHandlers(services: Services, manager: LazyManager, sandbox: SandboxProbe): PersonalHandlers {
  return {
    ...appStateRoutes(services, { manager, sandbox }),
    ...mcpSettingsRoutes(services, manager),
    ...modelRoutes(services),
    ...conversationRoutes(services),
    ...turnRoutes(services),
    ...grantRoutes(services),
    ...usageRoutes(services),
  };
}

/** The manager's changes as events of the account; they are facts of this moment and never stored. */
function statusFeed(manager: LazyManager, { clock }: Foundation): StreamParts["onServerStatus"] {
  return async (_accountId, hear) => {
    const made = await manager.get();
    return made.subscribe(({ serverId, view }) =>
      hear({ type: "server-status", at: clock.isoNow(), serverId, server: view }),
    );
  };
}
