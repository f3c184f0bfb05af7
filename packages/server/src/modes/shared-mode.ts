import { createHostSession, sharedPolicy } from "@loop/core/host";
import { type AccountDesk, createAccountDesk } from "../accounts/account-desk.js";
import { AccountIdentity } from "../accounts/account-identity.js";
import { AttemptLimits } from "../accounts/attempt-limits.js";
import { type SessionCookie, sessionCookie } from "../accounts/session-cookie.js";
import { type AccountServerRoom, createAccountServers } from "../catalogs/create-account-servers.js";
import { createEgress, type Egress } from "../egress/egress.js";
import { readAddress } from "../egress/url-rules.js";
import { createPersonas, type Personas } from "../personas/personas.js";
import { createPromptSettings, type PromptSettings } from "../personas/prompt-settings.js";
import { failed, ok } from "../result.js";
import { createSealer } from "../secrets/seal.js";
import type { Services } from "../services.js";
import { ANSWER_GRACE_MS } from "../turns/approval-desk.js";
import type { LiveSessionsOptions } from "../turns/live-sessions.js";
import type { Foundation, MakeMode, ServerMode } from "./server-mode.js";
import { sharedHandlers } from "./shared-handlers.js";
import type { SharedParts } from "./shared-parts.js";

/** The rooms of an instance with accounts. */
export interface SharedRooms {
  readonly accounts: AccountDesk;
  readonly servers: AccountServerRoom;
  readonly personas: Personas;
  readonly prompts: PromptSettings;
}

/** An instance with accounts: servers of each behind the egress guard, every call put to its owner. */
export function sharedMode(parts: SharedParts): MakeMode {
  return (foundation) => createSharedMode(parts, foundation);
}

function createSharedMode(parts: SharedParts, foundation: Foundation): ServerMode {
  const { settings, stores, clock, newId, report } = foundation;
  const egress = createEgress({ allowedOrigins: settings.allowedOrigins, redirects: "hand-over", clock });
  let cookie: SessionCookie = sessionCookie(settings.publicUrl, settings.port);
  let running: Services | null = null;
  const accounts = createAccountDesk({
    accounts: stores.accounts,
    settings: stores.settings,
    passwords: parts.passwords,
    limits: new AttemptLimits(),
    newId,
    setupCode: parts.setupCode.value,
    cookie: () => cookie,
    onSetUp: () => parts.setupCode.discard(),
    onAccountEnded: async (accountId, end) => {
      if (end !== "demoted") await endAccount({ accountId, services: running, servers, egress });
    },
    onSignInsEnded: (accountId) => running?.streams.closeAccount(accountId),
    report,
  });
  const servers = openServers(parts, foundation, { egress, accounts });
  const rooms: SharedRooms = {
    accounts,
    servers,
    personas: createPersonas({ store: stores.personas, clock, newId }),
    prompts: createPromptSettings(stores.settings),
  };
  return {
    name: "shared",
    policy: sharedPolicy,
    openSession: openSharedSession(foundation),
    setUpTurn: (turn) => setUpTurn(rooms, turn),
    tools: async (accountId) => (await servers.catalogFor(accountId)).snapshot().tools,
    offersScripts: async (accountId) => (await servers.toolSettings.read(accountId)).delivery === "codemode",
    // What accounts' servers do is never followed: they are asked when a call is allowed (SRV-09).
    onServerStatus: async () => () => undefined,
    identity: (port) => {
      cookie = sessionCookie(settings.publicUrl, port);
      return new AccountIdentity({ accounts: stores.accounts, clock, cookie, report });
    },
    openPages: true,
    knownAccounts: [],
    launchLink: (url) => launchLink(url, parts, accounts),
    handlers(services) {
      running = services;
      return sharedHandlers(services, rooms);
    },
    started: () => undefined,
    close: async () => {
      await servers.close();
      await egress.close();
    },
  };
}

function openServers(
  { secrets }: SharedParts,
  { settings, stores, bus, clock, newId, report }: Foundation,
  { egress, accounts }: { readonly egress: Egress; readonly accounts: AccountDesk },
): AccountServerRoom {
  return createAccountServers({
    servers: stores.servers,
    settings: stores.settings,
    openConnection: (accountId) => egress.connectionsOf(accountId),
    checkAddress: (text, signal) => egress.check(text, signal),
    readAddress: (text) => readAddress(text, settings.allowedOrigins),
    sealer: createSealer(secrets),
    mayAddServers: (owner) => accounts.instance.mayAddServers(owner),
    bus,
    clock,
    newId,
    report,
  });
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
function openSharedSession({ desk, scripts, clock, newId, report }: Foundation): LiveSessionsOptions["open"] {
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
      scriptEngine: scripts,
      clock,
      newId,
      onUnexpectedError: () => report("A turn failed inside Loop and was ended."),
    });
    session.setApprovalHandler(desk.handler);
    return session;
  };
}

interface EndingAccount {
  readonly accountId: string;
  readonly services: Services | null;
  readonly servers: AccountServerRoom;
  readonly egress: Egress;
}

/** Questions are refused and calls cancelled first, so that nothing of the account goes out any more (ADM-03). */
async function endAccount({ accountId, services, servers, egress }: EndingAccount): Promise<void> {
  await servers.endAccount(accountId);
  await services?.runner.stopAccount(accountId);
  services?.streams.closeAccount(accountId);
  await egress.closeAccount(accountId);
}

/** Until the first administrator is there, the address holds the code that lets them in. */
async function launchLink(url: string, { setupCode }: SharedParts, { entrance }: AccountDesk): Promise<string> {
  const { setupNeeded } = await entrance.options();
  if (!setupNeeded) return url;
  await setupCode.keep();
  return `${url}setup?code=${setupCode.value}`;
}
