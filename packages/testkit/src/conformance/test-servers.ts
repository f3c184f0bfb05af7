import type { AccountServerRow, AccountServerStore, NewAccountServer, StoredList } from "@loop/core/host";
import { expect, test } from "vitest";
import { type OpenReplicas, openWorld } from "./replicas.js";

const list: StoredList = {
  tools: [
    {
      toolName: "hub-say",
      label: "Say",
      description: "Says it 🦷.",
      inputSchema: { type: "object", properties: { __proto__x: true, text: { enum: [null, 1.5, "a"] } } },
      outputSchema: true,
    },
  ],
};

function newServer(accountId: string, id: string, more: Partial<NewAccountServer> = {}): NewAccountServer {
  return {
    id,
    accountId,
    label: "Hub",
    url: `https://${id}.example/mcp`,
    sealedToken: `sealed-${id}`,
    list,
    summary: { tools: [{ name: "hub-say", tokens: 12 }], groups: ["hub"], opening: "Use it well.", length: 99 },
    createdAt: "2030-01-01T00:00:00.000Z",
    slugFor: (taken) => `hub${taken.length === 0 ? "" : `_${taken.length + 1}`}`,
    maxServers: 3,
    ...more,
  };
}

async function added(servers: AccountServerStore, server: NewAccountServer): Promise<AccountServerRow> {
  const row = await servers.add(server);
  if (row === null) throw new Error("there is room for another server");
  return row;
}

export function testServers(open: OpenReplicas): void {
  testCards(open);
  testChanges(open);
  testApartness(open);
  testAdministration(open);
}

function testCards(open: OpenReplicas): void {
  test("a server is stored with its list, in the order of adding, and read back whole [SRV-04]", async () => {
    const { first, second } = await openWorld(open);
    const one = await added(first.servers, newServer("alice", "one"));
    const two = await added(first.servers, newServer("alice", "two", { sealedToken: null }));
    expect(await second.servers.list("alice")).toEqual([one, two]);
    expect(one).toEqual({
      id: "one",
      accountId: "alice",
      label: "Hub",
      slug: "hub",
      url: "https://one.example/mcp",
      sealedToken: "sealed-one",
      enabled: true,
      suspended: false,
      revision: 1,
      position: 1,
      summary: { tools: [{ name: "hub-say", tokens: 12 }], groups: ["hub"], opening: "Use it well.", length: 99 },
      groupsOff: [],
      catalogAt: "2030-01-01T00:00:00.000Z",
      createdAt: "2030-01-01T00:00:00.000Z",
    });
    expect({ slug: two.slug, token: two.sealedToken }).toEqual({ slug: "hub_2", token: null });
    expect(await second.servers.definitions("alice", "one", 1)).toEqual(list);
    expect(await second.servers.definitions("alice", "one", 2)).toBeNull();
  });

  test("an account takes no more servers than it may have, however many arrive at once", async () => {
    const { first, second } = await openWorld(open);
    const stores = [first.servers, second.servers, first.servers, second.servers, first.servers];
    const rows = await Promise.all(stores.map((store, place) => store.add(newServer("alice", `server-${place}`))));
    expect(rows.filter((row) => row !== null)).toHaveLength(3);
    expect(await first.servers.list("alice")).toHaveLength(3);
  });
}

function testChanges(open: OpenReplicas): void {
  test("a change raises the revision, keeps what it does not name, and the slug always [NAM-01]", async () => {
    const { first } = await openWorld(open);
    const row = await added(first.servers, newServer("alice", "one"));
    const changed = await first.servers.change(row, { label: "House", enabled: false, groupsOff: ["hub", ""] });
    const expected = { ...row, label: "House", enabled: false, groupsOff: ["hub", ""], revision: 2 };
    expect(changed).toEqual({ kind: "changed", row: expected });
    const taken = { list: { tools: [] }, summary: { tools: [], groups: [], opening: null, length: 0 }, at: "2031" };
    await first.servers.change(expected, { url: "https://new.example/", sealedToken: null, taken });
    expect(await first.servers.get("alice", "one")).toEqual({
      ...expected,
      url: "https://new.example/",
      sealedToken: null,
      summary: taken.summary,
      catalogAt: "2031",
      revision: 3,
    });
    expect(await first.servers.definitions("alice", "one", 3)).toEqual(taken.list);
  });

  test("of two changes made for one state, one is written and the other is told [SRV-07]", async () => {
    const { first, second } = await openWorld(open);
    const row = await added(first.servers, newServer("alice", "one"));
    const outcomes = await Promise.all([
      first.servers.change(row, { label: "First" }),
      second.servers.change(row, { label: "Second" }),
    ]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "conflict"]);
    expect((await first.servers.get("alice", "one"))?.revision).toBe(2);
  });

  test("a server that is gone is neither changed nor brought back [SRV-06]", async () => {
    const { first } = await openWorld(open);
    const row = await added(first.servers, newServer("alice", "one"));
    expect(await first.servers.remove("alice", "one")).toBe(true);
    expect(await first.servers.remove("alice", "one")).toBe(false);
    expect(await first.servers.change(row, { label: "Back" })).toEqual({ kind: "unknown" });
    expect(await first.servers.list("alice")).toEqual([]);
  });
}

function testApartness(open: OpenReplicas): void {
  test("an account neither reads nor changes a server of another one [SEC-01]", async () => {
    const { first, second } = await openWorld(open);
    const row = await added(first.servers, newServer("alice", "one"));
    const theirs = { accountId: "bob", id: "one", revision: row.revision };
    expect(await second.servers.get("bob", "one")).toBeNull();
    expect(await second.servers.list("bob")).toEqual([]);
    expect(await second.servers.definitions("bob", "one", row.revision)).toBeNull();
    expect(await second.servers.change(theirs, { label: "Mine" })).toEqual({ kind: "unknown" });
    expect(await second.servers.remove("bob", "one")).toBe(false);
    await second.servers.removeAll("bob");
    expect(await first.servers.list("alice")).toEqual([row]);
  });
}

function testAdministration(open: OpenReplicas): void {
  test("an administrator sees every server, suspends and removes any of them [ADM-01]", async () => {
    const { first, second } = await openWorld(open);
    const one = await added(first.servers, newServer("alice", "one"));
    const two = await added(first.servers, newServer("bob", "two"));
    expect(await second.servers.listAll()).toEqual([
      { ...one, ownerName: "alice" },
      { ...two, ownerName: "bob" },
    ]);
    const suspended = { ...two, suspended: true, revision: 2 };
    expect(await second.servers.suspend("two", true)).toEqual({ ...suspended, ownerName: "bob" });
    expect(await second.servers.suspend("two", true)).toMatchObject({ revision: 2 });
    expect(await first.servers.get("bob", "two")).toEqual(suspended);
    expect(await second.servers.suspend("three", true)).toBeNull();
    expect(await second.servers.removeAny("two")).toBe("bob");
    expect(await second.servers.removeAny("two")).toBeNull();
    expect(await second.servers.reseal("one", { from: "sealed-one", to: "sealed-again" })).toBe(true);
    expect(await second.servers.reseal("one", { from: "sealed-one", to: "lost" })).toBe(false);
    expect(await first.servers.get("alice", "one")).toEqual({ ...one, sealedToken: "sealed-again" });
    await first.servers.removeAll("alice");
    expect(await second.servers.listAll()).toEqual([]);
  });
}
