import type { Bus, McpCallResult } from "@loop/core/host";
import { type FakeHttpServer, manualClock, waitUntil } from "@loop/testkit";
import { describe, expect, test } from "vitest";
import {
  type AccountBench,
  addCard,
  gatewayTools,
  member,
  never,
  openAccountBench,
  toolOf,
} from "../../test-support/account-bench.js";
import type { AccountServerRoom } from "./create-account-servers.js";

const alice = member("alice");

interface World {
  readonly bench: AccountBench;
  readonly fake: FakeHttpServer;
  readonly room: AccountServerRoom;
  readonly id: string;
}

async function world(tools: readonly string[] = ["echo", "slow"]): Promise<World> {
  const bench = await openAccountBench();
  const fake = await bench.fake({ tools });
  const room = bench.replica();
  const id = await addCard(room, "alice", { label: "Hub", url: fake.url });
  return { bench, fake, room, id };
}

const calls = (fake: FakeHttpServer) => fake.journal.received("tools/call").length;

/** A call of `slow` that the server has and does not answer. */
async function callOut({
  fake,
  room,
}: Pick<World, "fake" | "room">): Promise<{ readonly ended: Promise<McpCallResult> }> {
  const { catalog, tool } = await toolOf(room, "alice", "slow");
  const ended = catalog.call(tool, { ms: 30_000 }, never);
  await waitUntil(() => calls(fake) === 1, { what: "the call is out", withinMs: 15_000 });
  return { ended };
}

const decisions: readonly (readonly [string, string, (world: World) => Promise<unknown>])[] = [
  ["switching off", "server-disabled", ({ room, id }) => room.cards.update(alice, id, { enabled: false })],
  ["suspending", "server-suspended", ({ room, id }) => room.suspensions.suspend(id, true)],
  ["removing", "server-unknown", ({ room, id }) => room.cards.remove("alice", id)],
  ["an administrator's removing", "server-unknown", ({ room, id }) => room.suspensions.remove(id)],
  ["an edit", "catalog-changed", ({ room, id }) => room.cards.update(alice, id, { label: "House" })],
  ["another token", "catalog-changed", ({ room, id }) => room.cards.update(alice, id, { token: "new" })],
  ["taking the list again", "catalog-changed", ({ room, id }) => room.cards.updateTools("alice", id)],
  ["the end of the account", "account-suspended", ({ room }) => room.endAccount("alice")],
];

describe("what was captured of a server", () => {
  test.each(decisions)(
    "%s refuses a standing question at once: %s [SRV-06] [SRV-09] [ADM-03]",
    async (_what, code, decide) => {
      const each = await world();
      const { catalog, tool } = await toolOf(each.room, "alice", "echo");
      const lifetime = catalog.lifetimeOf(tool);
      expect(lifetime.isLive).toBe(true);
      await decide(each);
      expect({ code: lifetime.code, isOver: lifetime.signal.aborted }).toEqual({ code, isOver: true });
      expect(await catalog.call(tool, { text: "late" }, never)).toMatchObject({ status: "cancelled", code });
      expect(calls(each.fake)).toBe(0);
    },
  );

  test.each(decisions)(
    "%s cancels a running call, on the wire too: %s [SRV-09] [ADM-03]",
    async (_what, code, decide) => {
      const each = await world();
      const { ended } = await callOut(each);
      await decide(each);
      expect(await ended).toMatchObject({ status: "cancelled", code, mayHaveTakenEffect: true });
      await waitUntil(
        () =>
          each.fake.journal.cancelled().length === 1 ||
          each.fake.journal.entries().some(({ kind }) => kind === "aborted"),
        { what: "the server is told" },
      );
      expect(calls(each.fake)).toBe(1);
    },
  );

  test("another server's change ends nothing [SRV-09]", async () => {
    const each = await world();
    const other = await addCard(each.room, "alice", { label: "Other", url: each.fake.url });
    const { catalog, tool } = await toolOf(each.room, "alice", "echo");
    await each.room.cards.update(alice, other, { enabled: false });
    await each.room.cards.remove("alice", other);
    expect(catalog.lifetimeOf(tool).isLive).toBe(true);
    expect(await catalog.call(tool, { text: "still" }, never)).toMatchObject({ status: "ok" });
  });

  test("a turn keeps the catalog that was stored when it began; what a server announces is ignored [SRV-09]", async () => {
    const each = await world();
    const { catalog, tool } = await toolOf(each.room, "alice", "echo");
    await catalog.call(tool, { text: "opens the connection" }, never);
    each.fake.setBehaviour({ tools: ["add"] });
    each.fake.notifyListChanged(5);
    const again = await each.room.catalogFor("alice");
    expect(again.snapshot().tools.map(({ toolName }) => toolName)).toEqual(["echo", "slow"]);
    expect(catalog.lifetimeOf(tool).isLive).toBe(true);
    expect(await catalog.call(tool, { text: "as before" }, never)).toMatchObject({ status: "ok" });
    expect(each.fake.journal.received("tools/list")).toHaveLength(1);
  });

  test("an origin that is no longer allowed is left out and said, and nothing connects to it [TML-01] [NET-02]", async () => {
    const each = await world();
    const { catalog: old, tool } = await toolOf(each.room, "alice", "echo");
    each.bench.origins.clear();
    const later = each.bench.replica();
    const catalog = await later.catalogFor("alice");
    expect(catalog.snapshot()).toEqual({ tools: [], servers: [] });
    const params = { serverId: each.id, serverName: "Hub" };
    expect(catalog.leftOut()).toEqual([{ code: "origin-not-allowed", params }]);
    expect((await later.cards.list(alice)).servers).toMatchObject([{ enabled: true, code: "origin-not-allowed" }]);
    const accepted = each.fake.connectionsAccepted;
    expect(await later.cards.updateTools("alice", each.id)).toEqual({ ok: false, code: "origin-not-allowed" });
    expect(await old.call(tool, { text: "x" }, never)).toMatchObject({
      status: "unreachable",
      code: "origin-not-allowed",
    });
    expect(each.fake.connectionsAccepted).toBe(accepted);
  });

  test("a suspended server is left out whatever its owner does, who is told why [ADM-02]", async () => {
    const each = await world();
    await each.room.suspensions.suspend(each.id, true);
    await each.room.cards.update(alice, each.id, { enabled: false });
    await each.room.cards.update(alice, each.id, { enabled: true });
    const card = { enabled: true, suspended: true, code: "server-suspended" };
    expect((await each.room.cards.list(alice)).servers).toMatchObject([card]);
    const catalog = await each.room.catalogFor("alice");
    expect(catalog.snapshot().tools).toEqual([]);
    expect(catalog.leftOut()).toMatchObject([{ code: "server-suspended" }]);
    for (const wanted of [{ token: "new" }, { url: `${each.fake.url}?x`, token: null }]) {
      expect(await each.room.cards.update(alice, each.id, wanted)).toEqual({ ok: false, code: "server-suspended" });
    }
    expect(await each.room.cards.updateTools("alice", each.id)).toEqual({ ok: false, code: "server-suspended" });
    await each.room.suspensions.suspend(each.id, false);
    expect((await each.room.catalogFor("alice")).snapshot().tools).toHaveLength(2);
  });

  test("a row that names a process is never connected and never shown [SRV-02]", async () => {
    const each = await world();
    const [row] = await each.bench.stores.servers.list("alice");
    if (row === undefined) throw new Error("the row is there");
    await each.bench.stores.servers.change(row, { url: "stdio:/bin/sh -c id" });
    const catalog = await each.room.catalogFor("alice");
    expect(catalog.snapshot().tools).toEqual([]);
    expect(catalog.leftOut()).toMatchObject([{ code: "config-url-invalid" }]);
    expect(await each.room.cards.updateTools("alice", each.id)).toEqual({ ok: false, code: "config-url-invalid" });
  });
});

describe("calls", () => {
  test("nothing is connected before a call is allowed, one connection serves several, and it is let go [NET-01]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"], http: { session: true, stream: "hold" } });
    const room = bench.replica({ limits: { idleMs: 300 } });
    await addCard(room, "alice", { label: "Hub", url: fake.url });
    await waitUntil(() => fake.connectionCount === 0, { what: "the test is over", withinMs: 15_000 });
    const { catalog, tool } = await toolOf(room, "alice", "echo");
    const accepted = fake.connectionsAccepted;
    expect(await catalog.validate(tool, { text: "a" }, never)).toEqual({ ok: true });
    expect(await catalog.validate(tool, { text: 1 }, never)).toMatchObject({ ok: false, code: "arguments-invalid" });
    expect(fake.connectionsAccepted).toBe(accepted);
    const results = await Promise.all(["a", "b", "c"].map((text) => catalog.call(tool, { text }, never)));
    expect(results.map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
    expect(fake.journal.received("initialize")).toHaveLength(2);
    await waitUntil(() => fake.connectionCount === 0, { what: "the connection is let go", withinMs: 15_000 });
    expect(fake.journal.deletedSessions()).toHaveLength(2);
    expect(await catalog.call(tool, { text: "d" }, never)).toMatchObject({ status: "ok" });
    expect(calls(fake)).toBe(4);
  });

  test("a server that is gone is unreachable, and a call that met its end is not repeated [TML-01] [LIF-11]", async () => {
    const each = await world();
    const { catalog, tool } = await toolOf(each.room, "alice", "echo");
    await catalog.call(tool, { text: "a" }, never);
    await each.fake.stop();
    const cut = await catalog.call(tool, { text: "b" }, never);
    expect(cut.status).toBe("unreachable");
    const gone = await catalog.call(tool, { text: "c" }, never);
    expect(gone).toMatchObject({ status: "unreachable", code: "network-unreachable", mayHaveTakenEffect: false });
    await each.fake.restart();
    expect(await catalog.call(tool, { text: "d" }, never)).toMatchObject({ status: "ok" });
    expect(each.fake.journal.executions("echo", { text: "b" })).toBe(0);
  });

  test("the time of a call counts from its dispatch, connecting included [PER-08]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["slow"] });
    const room = bench.replica({ limits: { mcp: { callMs: 900 } } });
    await addCard(room, "alice", { label: "Hub", url: fake.url });
    fake.setBehaviour({ faults: [{ on: "initialize", do: "delay", ms: 500 }] });
    const { catalog, tool } = await toolOf(room, "alice", "slow");
    const result = await catalog.call(tool, { ms: 700 }, never);
    expect(result).toMatchObject({ status: "failed", code: "call-timeout", mayHaveTakenEffect: true });
    expect(calls(fake)).toBe(1);
  });

  test("a call that its turn stops while it connects is never sent", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"] });
    const room = bench.replica();
    await addCard(room, "alice", { label: "Hub", url: fake.url });
    fake.setBehaviour({
      faults: [
        { on: "initialize", do: "silence" },
        { on: "server/discover", do: "silence" },
      ],
    });
    const { catalog, tool } = await toolOf(room, "alice", "echo");
    const accepted = fake.connectionsAccepted;
    const stop = new AbortController();
    const ended = catalog.call(tool, { text: "a" }, stop.signal);
    await waitUntil(() => fake.connectionsAccepted > accepted, { what: "it connects" });
    stop.abort();
    expect(await ended).toMatchObject({ status: "cancelled", code: "call-cancelled", mayHaveTakenEffect: false });
    expect(calls(fake)).toBe(0);
  });
});

const deafBus: Bus = { publish: () => undefined, subscribe: async () => () => undefined, close: async () => undefined };

describe("another replica", () => {
  test("a ring ends what this replica captured [SRV-09]", async () => {
    const each = await world();
    const other = each.bench.replica();
    const { ended } = await callOut(each);
    await other.suspensions.suspend(each.id, true);
    expect(await ended).toMatchObject({ status: "cancelled", code: "server-suspended" });
  });

  test("with every ring lost, a standing question ends within two seconds of the change, and then nobody polls [SRV-09]", async () => {
    const each = await world();
    const clock = manualClock();
    const deaf = each.bench.replica({ bus: deafBus, clock });
    const { catalog, tool } = await toolOf(deaf, "alice", "echo");
    await catalog.validate(tool, { text: "a" }, never);
    await each.room.suspensions.suspend(each.id, true);
    await clock.advance(2_000);
    await waitUntil(() => !catalog.lifetimeOf(tool).isLive, { what: "the question is refused" });
    expect(catalog.lifetimeOf(tool).code).toBe("server-suspended");
    await clock.advance(10 * 60_000);
    await waitUntil(() => clock.pending === 0, { what: "nobody polls for nothing" });
  });

  test("a bus that is silent or broken holds up no turn, and is tried again at the next one", async () => {
    const each = await world();
    const clock = manualClock();
    let asked = 0;
    const odd: Bus = {
      ...deafBus,
      subscribe: (topic, hear) => {
        asked += 1;
        if (asked === 1) return new Promise(() => undefined);
        return asked === 2 ? Promise.reject(new Error("no bus")) : each.bench.bus.subscribe(topic, hear);
      },
    };
    const room = each.bench.replica({ bus: odd, clock });
    const first = room.catalogFor("alice");
    await waitUntil(async () => (await clock.advance(2_000), asked === 1), { what: "the bus is asked" });
    expect((await first).snapshot().tools).toHaveLength(2);
    expect((await room.catalogFor("alice")).snapshot().tools).toHaveLength(2);
    const { catalog, tool } = await toolOf(room, "alice", "echo");
    await each.room.suspensions.suspend(each.id, true);
    await waitUntil(() => !catalog.lifetimeOf(tool).isLive, { what: "the ring is heard" });
    expect({ asked, told: each.bench.reports.length }).toEqual({ asked: 3, told: 2 });
  });

  test("with every ring lost, a running call ends soon after the change [SRV-09]", async () => {
    const each = await world();
    const deaf = each.bench.replica({ bus: deafBus, limits: { pollMs: 100 } });
    const { ended } = await callOut({ fake: each.fake, room: deaf });
    await each.room.cards.remove("alice", each.id);
    expect(await ended).toMatchObject({ status: "cancelled", code: "server-unknown", mayHaveTakenEffect: true });
  });

  test("with every ring lost, a call that was allowed before the change is still not sent [SRV-09]", async () => {
    const each = await world();
    const deaf = each.bench.replica({ bus: deafBus, limits: { pollMs: 600_000 } });
    const { catalog, tool } = await toolOf(deaf, "alice", "echo");
    await each.room.cards.update(alice, each.id, { enabled: false });
    expect(catalog.lifetimeOf(tool).isLive).toBe(true);
    expect(await catalog.call(tool, { text: "a" }, never)).toMatchObject({ code: "server-disabled" });
    expect(calls(each.fake)).toBe(0);
  });
});

describe("what the model sees", () => {
  test("tools of servers and groups that are on, in card order, by their labelled names [NAM-01] [NAM-02] [CAP-02]", async () => {
    const bench = await openAccountBench();
    const hub = await bench.fake({ tools: gatewayTools, instructions: "A hub of three." });
    const small = await bench.fake({ tools: ["echo"] });
    const room = bench.replica();
    const hubId = await addCard(room, "alice", { label: "Hub", url: hub.url });
    const smallId = await addCard(room, "alice", { label: "Hub", url: small.url });
    await room.cards.update(alice, hubId, { groups: { Chatto: false, "home-assistant": false } });
    const { tools, servers } = (await room.catalogFor("alice")).snapshot();
    expect(tools.map(({ name, group, description }) => ({ name, group, description }))).toEqual([
      ...gatewayTools
        .slice(6)
        .map(({ name, description }) => ({ name: `mcp_hub_${name}`, group: "Infomaniak_Mail", description })),
      { name: "mcp_hub_2_echo", group: "", description: expect.any(String) },
    ]);
    expect(servers).toEqual([
      {
        id: hubId,
        name: "Hub",
        handle: "hub",
        instructions: "A hub of three.",
        toolNames: tools.slice(0, 2).map(({ name }) => name),
      },
      { id: smallId, name: "Hub", handle: "hub_2", toolNames: ["mcp_hub_2_echo"] },
    ]);
    await room.cards.update(alice, hubId, { enabled: false });
    const rest = (await room.catalogFor("alice")).snapshot();
    expect(rest.tools.map(({ name }) => name)).toEqual(["mcp_hub_2_echo"]);
  });
});
