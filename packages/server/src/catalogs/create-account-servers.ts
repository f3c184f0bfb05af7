import type { ErrorCode } from "@loop/contract";
import {
  type AccountServerStore,
  type Bus,
  type Clock,
  defaultLimits,
  loadTokenCounter,
  type McpLimits,
  type OpenHttpConnection,
  SchemaValidator,
  type SettingStore,
  sharedPolicy,
  type TurnSetup,
  type UrlReading,
} from "@loop/core/host";
import type { Result } from "../result.js";
import type { Sealer } from "../secrets/seal.js";
import { AccountServers, type ServerOwner } from "./account-servers.js";
import type { ObstacleRules } from "./server-obstacle.js";
import { ServerTester } from "./server-tester.js";
import { ServerTokens } from "./server-tokens.js";
import { StoredCatalog } from "./stored-catalog.js";
import { StoredCatalogs } from "./stored-catalogs.js";
import { Suspensions } from "./suspensions.js";
import { AccountToolSettings } from "./tool-settings.js";
import { type AccountTurn, setUpAccountTurn } from "./turn-setup.js";

export interface AccountServersParts {
  /** Stores that ring (`ringingStores`), so that other replicas follow. */
  readonly servers: AccountServerStore;
  readonly settings: SettingStore;
  /** The account's guarded connections: the only way out. */
  readonly openConnection: (accountId: string) => OpenHttpConnection;
  /** The whole check of an address at test, save and update: with every address its name has. */
  readonly checkAddress: (text: string, signal: AbortSignal) => Promise<UrlReading>;
  /** The same rules as far as the address itself tells; resolves nothing, so that pages reach out to nobody. */
  readonly readAddress: (text: string) => UrlReading;
  readonly sealer: Pick<Sealer, "seal" | "open" | "reseal">;
  readonly mayAddServers: (owner: ServerOwner) => Promise<boolean>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly newId: () => string;
  /** One plain line about what must not happen. */
  readonly report: (line: string) => void;
  readonly limits?: Partial<AccountServerLimits>;
}

export interface AccountServerLimits {
  /** Times and sizes of connections (LIF-04, LIF-08, PER-08). */
  readonly mcp: Partial<McpLimits>;
  readonly maxServers: number;
  /** Characters of all definitions of one account, which are read into memory when it is at work. */
  readonly maxDefinitions: number;
  /** Tests and updates of one account at a time. */
  readonly maxTests: number;
  /** How long a connection that no call uses is kept. */
  readonly idleMs: number;
  /** How often rows are read again while somebody is asked or a call is out. */
  readonly pollMs: number;
  readonly keepCatalogMs: number;
}

const usualLimits: AccountServerLimits = {
  mcp: {},
  maxServers: 50,
  maxDefinitions: 16 * 1_024 * 1_024,
  maxTests: 3,
  idleMs: 20_000,
  pollMs: 2_000,
  keepCatalogMs: 60 * 60_000,
};

/** Everything of an instance that has to do with servers of accounts. */
export interface AccountServerRoom {
  readonly cards: AccountServers;
  readonly toolSettings: AccountToolSettings;
  readonly suspensions: Suspensions;
  /** The account's tools as stored at this moment. */
  catalogFor(accountId: string): Promise<StoredCatalog>;
  /** SWT-01, SWT-02, VOI-01, BOT-01. */
  setUpTurn(turn: Omit<AccountTurn, "everywhere">): Promise<Result<TurnSetup>>;
  /** The account is suspended or going: tests stop, questions are refused, calls cancelled, connections cut. */
  endAccount(accountId: string, code?: ErrorCode): Promise<void>;
  /**
   * Work for after the start, in the background: what pages count with is made ready, and tokens of an earlier instance
   * secret are sealed with the new one. Never rejects.
   */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

export function createAccountServers(parts: AccountServersParts): AccountServerRoom {
  const { servers: store, settings, openConnection, checkAddress, readAddress, clock, newId, mayAddServers } = parts;
  const chosen = { ...usualLimits, ...parts.limits };
  const limits: McpLimits = { ...defaultLimits, ...chosen.mcp };
  const tokens = new ServerTokens(parts.sealer);
  const rules: ObstacleRules = { readAddress, tokens };
  const validator = new SchemaValidator({ clock, deadlineMs: limits.validateMs });
  const catalogs = openCatalogs(parts, { chosen, limits, rules, validator });
  const tester = new ServerTester({ clock, limits, openConnection, checkAddress, maxTests: chosen.maxTests });
  const { maxServers, maxDefinitions } = chosen;
  const own = { store, clock, newId, maxServers, maxDefinitions };
  const toolSettings = new AccountToolSettings({ settings, store, rules });
  const catalogFor = (accountId: string) => catalogs.catalogFor(accountId);
  return {
    cards: new AccountServers({ ...own, tester, tokens, catalogs, rules, mayAddServers }),
    toolSettings,
    suspensions: new Suspensions(store, catalogs),
    catalogFor,
    setUpTurn: (turn) => setUpAccountTurn(turn, { settings: (id) => toolSettings.read(id), catalogFor }),
    endAccount: async (accountId, code = "account-suspended") => {
      tester.stop(accountId);
      await catalogs.end(accountId, code);
    },
    prepare: () => prepare(store, tokens).catch(() => parts.report("Stored MCP servers could not be read.")),
    close: async () => {
      tester.stopAll();
      await catalogs.close();
      await validator.close();
    },
  };
}

interface CatalogParts {
  readonly chosen: AccountServerLimits;
  readonly limits: McpLimits;
  readonly rules: ObstacleRules;
  readonly validator: SchemaValidator;
}

function openCatalogs(parts: AccountServersParts, { chosen, limits, rules, validator }: CatalogParts): StoredCatalogs {
  const { servers: store, openConnection, bus, clock, newId, report } = parts;
  const { idleMs, pollMs, keepCatalogMs: keepMs } = chosen;
  const watchMs = sharedPolicy.consent.answerWithinMs + limits.callMs;
  const common = { store, validator, newId, clock, limits, idleMs, watchMs, pollMs, ...rules };
  const open = (accountId: string) => new StoredCatalog({ ...common, accountId, openHttp: openConnection(accountId) });
  return new StoredCatalogs({ bus, clock, open, report, keepMs });
}

async function prepare(store: AccountServerStore, tokens: ServerTokens): Promise<void> {
  await loadTokenCounter();
  for (const row of await store.listAll()) {
    const resealed = tokens.resealed(row);
    if (resealed !== null) await store.reseal(row.id, resealed);
  }
}
