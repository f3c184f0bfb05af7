import { randomUUID } from "node:crypto";
import { type Bus, type Clock, type McpTool, type Stores, systemClock } from "@loop/core/host";
import { createInProcessBus, openStores } from "@loop/stores";
import { type FakeBehaviour, type FakeHttpServer, startFakeHttp } from "@loop/testkit";
import { onTestFinished } from "vitest";
import type { ServerOwner, WantedServer } from "../src/catalogs/account-servers.js";
import {
  type AccountServerLimits,
  type AccountServerRoom,
  createAccountServers,
} from "../src/catalogs/create-account-servers.js";
import type { StoredCatalog } from "../src/catalogs/stored-catalog.js";
import { createEgress } from "../src/egress/egress.js";
import { readAddress } from "../src/egress/url-rules.js";
import { InstanceSecret } from "../src/secrets/instance-secret.js";
import { createSealer } from "../src/secrets/seal.js";
import { ringingStores } from "../src/turns/ringing-stores.js";

export const never = new AbortController().signal;

export function member(accountId: string): ServerOwner {
  return { accountId, role: "member" };
}

export interface ReplicaOptions {
  readonly bus?: Bus;
  readonly clock?: Clock;
  /** Of the instance, the first one first. */
  readonly secrets?: readonly [string, ...string[]];
  readonly limits?: Partial<AccountServerLimits>;
  readonly mayAddServers?: (owner: ServerOwner) => Promise<boolean>;
}

/** Only the wait for another era is short: a busy machine must not look like a slow server. */
const quickLimits = { probeMs: 200 };

/** Real stores, real guards and fake MCP servers on this machine, all of which are gone after the test. */
export class AccountBench {
  readonly stores: Stores;
  readonly bus: Bus;
  readonly reports: string[] = [];
  /** The instance's list of allowed origins; a test may take one away, as a restart with another list does. */
  readonly origins = new Set<string>();

  constructor(stores: Stores, bus: Bus) {
    this.stores = stores;
    this.bus = bus;
  }

  async fake(behaviour: FakeBehaviour = {}): Promise<FakeHttpServer> {
    const fake = await startFakeHttp(behaviour);
    onTestFinished(() => fake.close());
    this.origins.add(fake.origin);
    return fake;
  }

  /** One process of the instance. */
  replica(options: ReplicaOptions = {}): AccountServerRoom {
    const { bus = this.bus, clock = systemClock, secrets = ["s".repeat(40)], limits = {} } = options;
    const [first, ...others] = secrets;
    const stores = ringingStores(this.stores, bus, []);
    const egress = createEgress({ allowedOrigins: this.origins, clock });
    const room = createAccountServers({
      servers: stores.servers,
      settings: stores.settings,
      openConnection: (accountId) => egress.connectionsOf(accountId),
      checkAddress: (text, signal) => egress.check(text, signal),
      readAddress: (text) => readAddress(text, this.origins),
      sealer: createSealer([new InstanceSecret(first), ...others.map((text) => new InstanceSecret(text))]),
      mayAddServers: options.mayAddServers ?? (async () => true),
      bus,
      clock,
      newId: randomUUID,
      report: (line) => this.reports.push(line),
      limits: { ...limits, mcp: { ...quickLimits, ...limits.mcp } },
    });
    onTestFinished(async () => {
      await room.close();
      await egress.close();
    });
    return room;
  }
}

export async function openAccountBench(): Promise<AccountBench> {
  const stores = await openStores({ file: ":memory:" });
  const bus = createInProcessBus();
  onTestFinished(async () => {
    await bus.close();
    await stores.close();
  });
  return new AccountBench(stores, bus);
}

/** Adds a server that must be there, and answers its card's id. */
export async function addCard(room: AccountServerRoom, accountId: string, wanted: WantedServer): Promise<string> {
  const added = await room.cards.add(member(accountId), wanted);
  if (!added.ok) throw new Error(`the server was not added: ${added.code}`);
  return added.value.server.id;
}

/** A tool as a turn that begins now captures it. */
export async function toolOf(
  room: AccountServerRoom,
  accountId: string,
  toolName: string,
): Promise<{ readonly catalog: StoredCatalog; readonly tool: McpTool }> {
  const catalog = await room.catalogFor(accountId);
  const tool = catalog.snapshot().tools.find((each) => each.toolName === toolName);
  if (tool === undefined) throw new Error(`no tool ${toolName}`);
  return { catalog, tool };
}

/** A gateway of our own making: three servers behind one endpoint, each known by the prefix of its tools. */
export const gatewayTools = [
  ...["Chatto-send_message", "Chatto-list_rooms", "Chatto-read_room"],
  ...["home-assistant-turn_on", "home-assistant-turn_off", "home-assistant-get_state"],
  ...["Infomaniak_Mail-search_messages", "Infomaniak_Mail-send_message"],
].map((name) => ({
  name,
  description: `Does what ${name} says.`,
  inputSchema: { type: "object", properties: { target: { type: "string" } } },
}));
