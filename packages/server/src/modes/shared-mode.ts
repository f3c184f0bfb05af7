import { createHostSession, sharedPolicy } from "@loop/core/host";
import type { AccountDesk } from "../accounts/account-desk.js";
import { AccountIdentity } from "../accounts/account-identity.js";
import { sessionCookie } from "../accounts/session-cookie.js";
import { failed, ok } from "../result.js";
import { AllowedDefinitions } from "../turns/allowed-definitions.js";
import { ANSWER_GRACE_MS } from "../turns/approval-desk.js";
import type { LiveSessionsOptions } from "../turns/live-sessions.js";
import { serversTopic } from "../turns/topics.js";
import { accountLimits } from "./account-limits.js";
import { accountScripts } from "./account-scripts.js";
import { watchAccounts } from "./account-watch.js";
import type { Foundation, MakeMode, ServerMode } from "./server-mode.js";
import { sharedHandlers } from "./shared-handlers.js";
import type { SharedParts } from "./shared-parts.js";
import { openSharedRooms, type SharedRooms } from "./shared-rooms.js";

/** An instance with accounts: servers of each behind the egress guard, every call put to its owner. */
export function sharedMode(parts: SharedParts): MakeMode {
  return (foundation) => createSharedMode(parts, foundation);
}

function createSharedMode(parts: SharedParts, foundation: Foundation): ServerMode {
  const { settings, stores, clock, report } = foundation;
  const { rooms, late } = openSharedRooms(parts, foundation);
  const { accounts, servers, egress } = rooms;
  let endWatch = (): void => undefined;
  return {
    name: "shared",
    policy: sharedPolicy,
    accountLimits,
    openSession: openSharedSession(foundation),
    setUpTurn: (turn) => setUpTurn(rooms, turn),
    tools: async (accountId) => (await servers.catalogFor(accountId)).snapshot().tools,
    offersScripts: async (accountId) => (await servers.toolSettings.read(accountId)).delivery === "codemode",
    onServerStatus: changeFeed(foundation),
    identity(port) {
      late.cookie = sessionCookie(settings.publicUrl, port);
      return new AccountIdentity({ accounts: stores.accounts, clock, cookie: late.cookie, report });
    },
    openPages: true,
    knownAccounts: [],
    launchLink: (url) => launchLink(url, parts, accounts),
    handlers(services) {
      late.services = services;
      return sharedHandlers(services, rooms);
    },
    started(services) {
      void servers.prepare(); // never rejects
      endWatch = watchAccounts(services, rooms);
    },
    async close() {
      endWatch();
      await servers.close();
      await egress.close();
    },
  };
}

/**
 * What accounts' servers do is never followed: they are asked when a call is allowed (SRV-09). What people do with them
 * is told, without saying which: whoever shows servers reads them again.
 */
function changeFeed({ bus, clock }: Foundation): ServerMode["onServerStatus"] {
  return (accountId, hear) =>
    bus.subscribe(serversTopic(accountId), () =>
      hear({ type: "server-status", at: clock.isoNow(), serverId: "", server: null }),
    );
}

/** Set up in one place for every kind of turn, so that no way in is forgotten. */
async function setUpTurn(
  { accounts, servers, personas, prompts }: SharedRooms,
  { conversation, spoken, byHand }: Parameters<ServerMode["setUpTurn"]>[0],
): ReturnType<ServerMode["setUpTurn"]> {
  const { accountId } = conversation;
  if (!(await accounts.isActive(accountId))) return failed("account-suspended");
  const conversationChoice = conversation.mcp ?? null;
  const setup = await servers.setUpTurn({ accountId, conversationChoice, spoken, botTick: null, byHand });
  if (!setup.ok) return setup;
  const [persona, overrides] = await Promise.all([personas.turnParts(conversation), prompts.overrides(accountId)]);
  return ok({ ...setup.value, ...persona, prompts: overrides });
}

/** No folder, no command, no file: a conversation here works with servers and the app's own tools (SEC-02). */
function openSharedSession({ desk, scripts, stores, clock, newId, report }: Foundation): LiveSessionsOptions["open"] {
  const scriptsOf = accountScripts(scripts, accountLimits.scripts);
  const allowed = new AllowedDefinitions(stores.settings);
  return async (conversation, history) => {
    const session = createHostSession({
      model: null,
      workspaceRoot: "",
      permission: conversation.permission,
      toolSource: null,
      policy: sharedPolicy,
      conversationId: conversation.id,
      answerGraceMs: ANSWER_GRACE_MS,
      history,
      definitions: allowed.of(conversation.accountId),
      scriptEngine: scriptsOf(conversation.accountId),
      clock,
      newId,
      onUnexpectedError: () => report("A turn failed inside Loop and was ended."),
    });
    session.setApprovalHandler(desk.handler);
    return session;
  };
}

/** Until the first administrator is there, the address holds the code that lets them in. */
async function launchLink(url: string, { setupCode }: SharedParts, { entrance }: AccountDesk): Promise<string> {
  const { setupNeeded } = await entrance.options();
  if (!setupNeeded) return url;
  await setupCode.keep();
  return `${url}setup?code=${setupCode.value}`;
}
