import { type AccountDesk, createAccountDesk } from "../accounts/account-desk.js";
import { AttemptLimits } from "../accounts/attempt-limits.js";
import { type SessionCookie, sessionCookie } from "../accounts/session-cookie.js";
import { type AccountServerRoom, createAccountServers } from "../catalogs/create-account-servers.js";
import { createEgress, type Egress } from "../egress/egress.js";
import { readAddress } from "../egress/url-rules.js";
import { createPersonas, type Personas } from "../personas/personas.js";
import { createPromptSettings, type PromptSettings } from "../personas/prompt-settings.js";
import { createSealer } from "../secrets/seal.js";
import type { Services } from "../services.js";
import type { Foundation } from "./server-mode.js";
import type { SharedParts } from "./shared-parts.js";

/** The rooms of an instance with accounts. */
export interface SharedRooms {
  readonly accounts: AccountDesk;
  readonly servers: AccountServerRoom;
  readonly personas: Personas;
  readonly prompts: PromptSettings;
  readonly egress: Egress;
}

/** What is known only once the server is composed, or listens. */
export interface LateParts {
  services: Services | null;
  cookie: SessionCookie;
}

export function openSharedRooms(
  parts: SharedParts,
  foundation: Foundation,
): { readonly rooms: SharedRooms; readonly late: LateParts } {
  const { settings, stores, clock, newId, report } = foundation;
  const late: LateParts = { services: null, cookie: sessionCookie(settings.publicUrl, settings.port) };
  const egress = createEgress({ allowedOrigins: settings.allowedOrigins, redirects: "hand-over", clock });
  const accounts = createAccountDesk({
    accounts: stores.accounts,
    settings: stores.settings,
    passwords: parts.passwords,
    limits: new AttemptLimits(),
    newId,
    setupCode: parts.setupCode.value,
    cookie: () => late.cookie,
    onSetUp: () => parts.setupCode.discard(),
    // Another role is asked for with every request anyway.
    onAccountEnded: async (accountId, end) => {
      if (end !== "demoted") await endAccount(accountId, { services: late.services, servers, egress });
    },
    onSignInsEnded: (accountId) => late.services?.streams.closeAccount(accountId),
    report,
  });
  const servers = openServers(parts, foundation, { egress, accounts });
  const personas = createPersonas({ store: stores.personas, clock, newId });
  return { rooms: { accounts, servers, personas, prompts: createPromptSettings(stores.settings), egress }, late };
}

function openServers(
  { secrets }: SharedParts,
  { settings, stores, bus, clock, newId, report }: Foundation,
  { egress, accounts }: Pick<SharedRooms, "egress" | "accounts">,
): AccountServerRoom {
  return createAccountServers({
    servers: stores.servers,
    settings: stores.settings,
    openConnection: (accountId) => egress.connectionsOf(accountId),
    checkAddress: (text, signal) => egress.check(text, signal),
    readAddress: (text) => readAddress(text, settings.allowedOrigins),
    sealer: createSealer(secrets),
    // A test takes a while: what the account may is asked of its row again, not of the request that began it.
    mayAddServers: ({ accountId }) => accounts.mayAddServers(accountId),
    bus,
    clock,
    newId,
    report,
  });
}

/**
 * Questions are refused, calls cancelled and turns interrupted in one step, so that nothing of the account goes out any
 * more, not even to its model (ADM-03).
 */
export async function endAccount(
  accountId: string,
  { services, servers, egress }: Pick<SharedRooms, "servers" | "egress"> & Pick<LateParts, "services">,
): Promise<void> {
  await Promise.all([servers.endAccount(accountId), services?.runner.stopAccount(accountId)]);
  services?.streams.closeAccount(accountId);
  await egress.closeAccount(accountId);
}
