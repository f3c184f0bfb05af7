import { performance } from "node:perf_hooks";
import { waitUntil } from "@loop/testkit";
import { describe, expect, test } from "vitest";
import {
  type AccountBench,
  addCard,
  gatewayTools,
  member,
  openAccountBench,
} from "../../test-support/account-bench.js";

const alice = member("alice");

/** Everything of the account that is stored, to see that nothing changed. */
async function storedOf(bench: AccountBench, accountId = "alice") {
  const rows = await bench.stores.servers.list(accountId);
  return Promise.all(
    rows.map(async (row) => ({ row, list: await bench.stores.servers.definitions(accountId, row.id, row.revision) })),
  );
}

describe("adding a server", () => {
  test("a server that answers is stored with its catalog, and the answer names its tools [SRV-03] [SRV-04]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo", "add"], http: { token: "canary-token-1" } });
    const room = bench.replica();
    const added = await room.cards.add(alice, { label: "  My Hub ", url: fake.url, token: " canary-token-1 " });
    expect(added).toMatchObject({
      ok: true,
      value: {
        tools: ["echo", "add"],
        server: { label: "My Hub", slug: "my_hub", url: fake.url, hasToken: true, enabled: true, toolCount: 2 },
      },
    });
    expect(fake.journal.received("tools/call")).toEqual([]);
    const stored = JSON.stringify(await storedOf(bench));
    expect(stored).not.toContain("canary-token-1");
    expect(stored).toContain('"sealedToken":"v1.');
    expect(JSON.stringify([added, await room.cards.list(alice)])).not.toMatch(/canary|v1\./);
    await waitUntil(() => fake.connectionCount === 0, { what: "nothing stays open", withinMs: 10_000 });
  });

  test.each([
    ["a wrong token", { token: "wrong" }, {}, "authentication-required"],
    ["no token", {}, {}, "authentication-required"],
    ["a token that no header carries", { token: "two words" }, {}, "server-token-invalid"],
    ["too many tools", { token: "right" }, { tools: [{ many: 501 }] }, "invalid-catalog"],
    ["an endless list", { token: "right" }, { pages: { size: 1, cursor: "repeat" } }, "invalid-catalog"],
    ["a label of nothing", { label: " \n " }, {}, "config-name-empty"],
    ["a label that turns text around", { label: "Mail\u202egnp" }, {}, "config-control-character"],
    ["a label with a zero width", { label: "Ma\u200bil" }, {}, "config-control-character"],
  ] as const)("%s is a code, and nothing is stored [SRV-03] [SRV-08]", async (_what, wanted, behaviour, code) => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ ...behaviour, http: { token: "right" } });
    const added = await bench.replica().cards.add(alice, { label: "Hub", url: fake.url, ...wanted });
    expect(added).toEqual({ ok: false, code });
    expect(await storedOf(bench)).toEqual([]);
  });

  test("what is no web address, or not allowed, is never asked [SRV-02] [NET-02] [CFG-09]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"] });
    const room = bench.replica();
    const { port } = new URL(fake.url);
    const codes = [];
    for (const url of [
      "stdio:node server.js",
      "file:///bin/sh",
      `ws://127.0.0.1:${port}/mcp`,
      `http://user@127.0.0.1:${port}/mcp`,
      `http://127.0.0.1:${port}/mcp#x`,
      `http://localhost:${port}/mcp`,
      "http://127.0.0.1:9/mcp",
      "https://example.com/mcp",
    ]) {
      const added = await room.cards.add(alice, { label: "Hub", url });
      codes.push(added.ok ? "added" : added.code);
    }
    expect(codes).toEqual([
      ...["config-url-invalid", "config-url-invalid", "config-url-invalid", "config-url-credentials"],
      ...["config-url-fragment", "origin-not-allowed", "config-url-port", "origin-not-allowed"],
    ]);
    expect(fake.connectionsAccepted).toBe(0);
    expect(await storedOf(bench)).toEqual([]);
  });

  test("only whom the administrator lets may add, test or lead a server elsewhere; what is there goes on [SRV-01] [ADM-03]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"] });
    let isAllowed = true;
    const room = bench.replica({ mayAddServers: async ({ role }) => role === "administrator" || isAllowed });
    const id = await addCard(room, "alice", { label: "Hub", url: fake.url });
    isAllowed = false;
    const wanted = { label: "Second", url: fake.url };
    const refused = { ok: false, code: "servers-not-allowed" };
    expect(await room.cards.add(alice, wanted)).toEqual(refused);
    expect(await room.cards.test(alice, wanted)).toEqual(refused);
    expect(await room.cards.update(alice, id, { url: `${fake.url}/other` })).toEqual(refused);
    expect(await room.cards.updateTools("alice", id)).toMatchObject({ ok: true });
    expect(await room.cards.update(alice, id, { label: "House", token: "new" })).toMatchObject({ ok: true });
    expect((await room.catalogFor("alice")).snapshot().tools).toHaveLength(1);
    expect((await room.cards.list(alice)).mayAdd).toBe(false);
    expect(await room.cards.add({ accountId: "alice", role: "administrator" }, wanted)).toMatchObject({ ok: true });
  });

  test("an account has so many servers and runs so many tests at once, and no more", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"] });
    const silent = await bench.fake({ faults: [{ on: "*", do: "silence" }] });
    const room = bench.replica({ limits: { maxServers: 2, maxTests: 2 } });
    const waiting = [1, 2].map(() => room.cards.test(alice, { url: silent.url }));
    await waitUntil(() => silent.connectionsAccepted >= 2, { what: "two tests wait" });
    expect(await room.cards.test(alice, { url: fake.url })).toEqual({ ok: false, code: "server-tests-busy" });
    expect(await room.cards.test(member("bob"), { url: fake.url })).toEqual({ ok: true, value: { tools: ["echo"] } });
    await room.endAccount("alice");
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ ok: false, code: "connection-closed" })));
    await addCard(room, "alice", { label: "Hub", url: fake.url });
    await addCard(room, "alice", { label: "Hub", url: fake.url });
    const third = await room.cards.add(alice, { label: "Hub", url: fake.url });
    expect(third).toEqual({ ok: false, code: "servers-too-many" });
    expect((await storedOf(bench)).map(({ row }) => row.slug)).toEqual(["hub", "hub_2"]);
  });

  test("definitions of an account come to so much, and no more", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: [{ many: 10 }] });
    const room = bench.replica({ limits: { maxDefinitions: 2_000 } });
    const id = await addCard(room, "alice", { label: "Hub", url: fake.url });
    const tooMany = { ok: false, code: "servers-too-many" };
    expect(await room.cards.add(alice, { label: "Hub", url: fake.url })).toEqual(tooMany);
    expect(await room.cards.updateTools("alice", id)).toMatchObject({ ok: true });
    fake.setBehaviour({ tools: [{ many: 20 }] });
    expect(await room.cards.updateTools("alice", id)).toEqual(tooMany);
    expect((await room.cards.list(alice)).servers).toMatchObject([{ toolCount: 10 }]);
  });
});

describe("pages", () => {
  test("cards and lists come at once and ask nobody, with every saved server down [SRV-04]", async () => {
    const bench = await openAccountBench();
    const room = bench.replica();
    const fakes = await Promise.all(Array.from({ length: 8 }, () => bench.fake({ tools: [{ many: 60 }] })));
    const ids: string[] = [];
    for (const fake of fakes) ids.push(await addCard(room, "alice", { label: "Hub", url: fake.url }));
    await Promise.all(fakes.map((fake) => fake.stop()));
    const before = fakes.map((fake) => fake.connectionsAccepted);
    await room.toolSettings.totals("alice", 200); // loads the tokenizer
    const open = async () => {
      const started = performance.now();
      const { servers } = await room.cards.list(alice);
      const full = await room.cards.read("alice", ids[3] ?? "");
      const totals = await room.toolSettings.totals("alice", 200);
      return { servers, full, totals, tookMs: performance.now() - started };
    };
    const first = await open();
    const visits = [first, await open(), await open()];
    // A busy machine may stumble once; what reaches out waits each time.
    expect(Math.min(...visits.map(({ tookMs }) => tookMs))).toBeLessThan(200);
    const { servers, full, totals } = first;
    expect(servers.map(({ toolCount }) => toolCount)).toEqual(servers.map(() => 60));
    expect(full.ok && full.value.tools[7]).toMatchObject({
      toolName: "tool-7",
      modelName: "mcp_hub_4_tool-7",
      group: "tool",
    });
    expect(totals).toMatchObject({ ready: 480, offered: 200 });
    expect(fakes.map((fake) => fake.connectionsAccepted)).toEqual(before);
  });
});

describe("changing a server", () => {
  test("a changed address wants its token again, or none, and is tested; else nothing changes [SRV-07]", async () => {
    const bench = await openAccountBench();
    const old = await bench.fake({ tools: ["echo"], http: { token: "one" } });
    const next = await bench.fake({ tools: ["add"], http: { token: "two" } });
    const room = bench.replica();
    const id = await addCard(room, "alice", { label: "Hub", url: old.url, token: "one" });
    const before = await storedOf(bench);
    const codeOf = async (wanted: Parameters<typeof room.cards.update>[2]) => {
      const changed = await room.cards.update(alice, id, wanted);
      return changed.ok ? "changed" : changed.code;
    };
    expect(await codeOf({ url: next.url, label: "New" })).toBe("server-token-needed");
    expect(next.connectionsAccepted).toBe(0);
    expect(await codeOf({ url: next.url, token: "one", label: "New" })).toBe("authentication-required");
    expect(await codeOf({ url: next.url, token: null })).toBe("authentication-required");
    expect(await codeOf({ token: "two" })).toBe("authentication-required");
    expect(await storedOf(bench)).toEqual(before);
    expect(await codeOf({ url: next.url, token: "two", label: "New" })).toBe("changed");
    const [after] = await storedOf(bench);
    expect(after?.row).toMatchObject({ label: "New", slug: "hub", url: next.url, revision: 2 });
    expect(after?.list?.tools.map(({ toolName }) => toolName)).toEqual(["add"]);
  });

  test("another spelling of the same address is no other address, and a change of nothing is none", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"], http: { token: "one" } });
    const room = bench.replica();
    const id = await addCard(room, "alice", { label: "Hub", url: fake.url, token: "one" });
    const before = await storedOf(bench);
    const same = { url: fake.url.replace("http://", "HTTP://"), label: "Hub", enabled: true, groups: { "": true } };
    expect(await room.cards.update(alice, id, same)).toMatchObject({ ok: true });
    expect(await storedOf(bench)).toEqual(before);
  });

  test("a token is removed or replaced for the same address, and never said again [SRV-05] [SRV-07]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"] });
    const room = bench.replica();
    const id = await addCard(room, "alice", { label: "Hub", url: fake.url, token: "canary-old" });
    const replaced = await room.cards.update(alice, id, { token: "canary-new" });
    expect(replaced).toMatchObject({ ok: true, value: { server: { hasToken: true } } });
    expect(JSON.stringify(replaced)).not.toContain("canary");
    const heads = () => fake.journal.entries().filter(({ kind }) => kind === "http");
    expect(heads().at(-1)?.headers?.authorization).toBe("Bearer canary-new");
    const removed = await room.cards.update(alice, id, { token: "" });
    expect(removed).toMatchObject({ ok: true, value: { server: { hasToken: false } } });
    expect(heads().at(-1)?.headers?.authorization).toBeUndefined();
  });

  test("a new label keeps the names of the tools [NAM-01]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"] });
    const room = bench.replica();
    const id = await addCard(room, "alice", { label: "Hub", url: fake.url });
    await room.cards.update(alice, id, { label: "Küche" });
    const [tool] = (await room.catalogFor("alice")).snapshot().tools;
    expect(tool).toMatchObject({ name: "mcp_hub_echo", serverName: "Küche" });
  });

  test("a group that is switched off takes its tools along, and those that join it later [GRP-01]", async () => {
    const bench = await openAccountBench();
    const later = { name: "Infomaniak_Mail-delete_message", inputSchema: { type: "object" } };
    const other = ["notes-add_note", "notes-list_notes"].map((name) => ({ name, inputSchema: { type: "object" } }));
    const fake = await bench.fake({ catalogs: [gatewayTools, [...gatewayTools.slice(1), later, ...other]] });
    const room = bench.replica();
    const id = await addCard(room, "alice", { label: "Hub", url: fake.url });
    const shown = async () => (await room.catalogFor("alice")).snapshot().tools.map(({ toolName }) => toolName);
    expect(await shown()).toHaveLength(8);
    await room.cards.update(alice, id, { groups: { Infomaniak_Mail: false, "Chatto-": false } });
    expect(await shown()).toEqual(["home-assistant-turn_on", "home-assistant-turn_off", "home-assistant-get_state"]);
    fake.setBehaviour({ catalogVersion: 1 });
    const updated = await room.cards.updateTools("alice", id);
    expect(updated).toMatchObject({
      ok: true,
      value: {
        added: ["Infomaniak_Mail-delete_message", "notes-add_note", "notes-list_notes"],
        removed: ["Chatto-send_message"],
        changed: [],
        newGroups: ["notes"],
      },
    });
    expect(updated.ok && updated.value.server.groups).toEqual([
      { name: "Chatto", toolCount: 2, enabled: false },
      { name: "home-assistant", toolCount: 3, enabled: true },
      { name: "Infomaniak_Mail", toolCount: 3, enabled: false },
      { name: "notes", toolCount: 2, enabled: true },
    ]);
    expect(await shown()).toHaveLength(5);
    expect(await room.cards.update(alice, id, { groups: { nothing: false } })).toMatchObject({
      code: "server-group-unknown",
    });
  });

  test("a list taken again says what is new, gone and different; a failure keeps the old one [SRV-08]", async () => {
    const bench = await openAccountBench();
    const one = { name: "one", description: "The first.", inputSchema: { type: "object" } };
    const two = { name: "two", inputSchema: { type: "object" } };
    const fake = await bench.fake({
      catalogs: [
        [one, two],
        [{ ...one, description: "Another." }, "echo"],
      ],
    });
    const room = bench.replica();
    const id = await addCard(room, "alice", { label: "Hub", url: fake.url });
    const before = await storedOf(bench);
    fake.setBehaviour({ faults: [{ on: "tools/list", do: "error", error: { code: -32_603, message: "canary" } }] });
    expect(await room.cards.updateTools("alice", id)).toEqual({ ok: false, code: "server-failed" });
    await fake.stop();
    expect(await room.cards.updateTools("alice", id)).toEqual({ ok: false, code: "network-unreachable" });
    expect(await storedOf(bench)).toEqual(before);
    await fake.restart();
    fake.setBehaviour({ faults: [], catalogVersion: 1 });
    expect(await room.cards.updateTools("alice", id)).toMatchObject({
      ok: true,
      value: { tools: ["one", "echo"], added: ["echo"], removed: ["two"], changed: ["one"], newGroups: [] },
    });
  });

  test("of a change and an update that cross, the later one is told and stores nothing [SRV-07]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"] });
    const room = bench.replica();
    const id = await addCard(room, "alice", { label: "Hub", url: fake.url });
    fake.setBehaviour({ faults: [{ on: "tools/list", do: "delay", ms: 400 }] });
    const updating = room.cards.updateTools("alice", id);
    await waitUntil(() => fake.journal.received("tools/list").length === 2, { what: "the list is asked for" });
    expect(await room.cards.update(alice, id, { enabled: false })).toMatchObject({ ok: true });
    expect(await updating).toEqual({ ok: false, code: "server-changed" });
    expect((await room.cards.list(alice)).servers).toMatchObject([{ enabled: false }]);
  });
});

describe("secrets of the instance", () => {
  test("with another secret a token cannot be read, its row stays as it is, and the right secret opens it [SRV-05]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"], http: { token: "one" } });
    const right = bench.replica();
    const id = await addCard(right, "alice", { label: "Hub", url: fake.url, token: "one" });
    const before = await storedOf(bench);
    const wrong = bench.replica({ secrets: ["another".repeat(8)] });
    expect((await wrong.cards.list(alice)).servers).toMatchObject([
      { hasToken: true, code: "server-token-unreadable" },
    ]);
    const catalog = await wrong.catalogFor("alice");
    expect(catalog.snapshot().tools).toEqual([]);
    expect(catalog.leftOut()).toEqual([
      { code: "server-token-unreadable", params: { serverId: id, serverName: "Hub" } },
    ]);
    expect(await wrong.cards.updateTools("alice", id)).toEqual({ ok: false, code: "server-token-unreadable" });
    expect(await storedOf(bench)).toEqual(before);
    expect((await right.catalogFor("alice")).snapshot().tools).toHaveLength(1);
    expect(await wrong.cards.update(alice, id, { token: "one" })).toMatchObject({ ok: true });
    expect((await wrong.catalogFor("alice")).snapshot().tools).toHaveLength(1);
  });
});

describe("another first secret", () => {
  test("tokens are sealed with it in the background, and nothing that was captured ends [SRV-05]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"], http: { token: "one" } });
    const [old, fresh] = ["o".repeat(40), "f".repeat(40)] as const;
    await addCard(bench.replica({ secrets: [old] }), "alice", { label: "Hub", url: fake.url, token: "one" });
    const both = bench.replica({ secrets: [fresh, old] });
    const catalog = await both.catalogFor("alice");
    const [tool] = catalog.snapshot().tools;
    if (tool === undefined) throw new Error("the tool is there");
    await both.prepare();
    expect(await catalog.call(tool, { text: "a" }, new AbortController().signal)).toMatchObject({ status: "ok" });
    const later = bench.replica({ secrets: [fresh] });
    expect((await later.catalogFor("alice")).snapshot().tools).toHaveLength(1);
    const before = await bench.replica({ secrets: [old] }).catalogFor("alice");
    expect(before.leftOut()).toMatchObject([{ code: "server-token-unreadable" }]);
  });
});

describe("two accounts", () => {
  test("one address with two tokens stays two servers: no token, tool or card crosses over [SEC-01] [SRV-05]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["headers"] });
    const room = bench.replica();
    const owners = ["alice", "bob"] as const;
    const ids = new Map<string, string>();
    for (const owner of owners) {
      ids.set(owner, await addCard(room, owner, { label: "Hub", url: fake.url, token: `canary-${owner}` }));
    }
    for (const owner of owners) {
      const other = owner === "alice" ? "bob" : "alice";
      const theirs = ids.get(other) ?? "";
      const me = member(owner);
      expect((await room.cards.list(me)).servers.map(({ id }) => id)).toEqual([ids.get(owner)]);
      expect(await room.cards.read(owner, theirs)).toEqual({ ok: false, code: "server-unknown" });
      expect(await room.cards.update(me, theirs, { enabled: false })).toEqual({ ok: false, code: "server-unknown" });
      expect(await room.cards.updateTools(owner, theirs)).toEqual({ ok: false, code: "server-unknown" });
      expect(await room.cards.remove(owner, theirs)).toEqual({ ok: false, code: "server-unknown" });
    }
    const results = await Promise.all(
      owners.map(async (owner) => {
        const catalog = await room.catalogFor(owner);
        const [tool] = catalog.snapshot().tools;
        if (tool === undefined) throw new Error("the tool is there");
        return JSON.stringify(await catalog.call(tool, {}, new AbortController().signal));
      }),
    );
    expect(results.map((text) => text.match(/canary-\w+/g))).toEqual([["canary-alice"], ["canary-bob"]]);
  });

  test("a tool captured for one account means nothing to another one's catalog [SEC-01]", async () => {
    const bench = await openAccountBench();
    const fake = await bench.fake({ tools: ["echo"] });
    const room = bench.replica();
    await addCard(room, "alice", { label: "Hub", url: fake.url });
    const [tool] = (await room.catalogFor("alice")).snapshot().tools;
    const theirs = await room.catalogFor("bob");
    if (tool === undefined) throw new Error("the tool is there");
    expect(await theirs.call(tool, {}, new AbortController().signal)).toMatchObject({ code: "tool-unknown" });
    expect(theirs.lifetimeOf(tool).isLive).toBe(false);
    expect(fake.journal.received("tools/call")).toEqual([]);
  });
});
