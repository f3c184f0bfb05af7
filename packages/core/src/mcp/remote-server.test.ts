import { type FakeBehaviour, type FakeHttpServer, startFakeHttp, waitUntil } from "@loop/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import type { CatalogTool } from "./catalog.js";
import { openDirectConnection } from "./http-connection.js";
import { CatalogLifetime } from "./lifetime.js";
import { defaultLimits } from "./limits.js";
import { listRemoteTools, openRemoteServer, type RemoteContext } from "./remote-server.js";

async function start(behaviour: FakeBehaviour): Promise<FakeHttpServer> {
  const fake = await startFakeHttp(behaviour);
  onTestFinished(() => fake.close());
  return fake;
}

function contextOf(limits: Partial<typeof defaultLimits> = {}): RemoteContext {
  const all = { ...defaultLimits, probeMs: 200, ...limits };
  return { clock: systemClock, limits: all, openHttp: openDirectConnection, eras: new Map() };
}

const never = new AbortController().signal;
const addressOf = (fake: FakeHttpServer, token: string | null = null) => ({
  serverId: "hub",
  url: new URL(fake.url),
  token,
});

function namesOf(listing: Awaited<ReturnType<typeof listRemoteTools>>): readonly string[] | string {
  return listing.ok ? listing.catalog.tools.map(({ toolName }) => toolName) : listing.code;
}

describe("a list taken from a remote server", () => {
  test.each(["legacy", "modern"] as const)(
    "%s: only the handshake and the list are sent, then all is closed [LIF-07]",
    async (era) => {
      const fake = await start({ era, tools: ["echo", "add"], http: { session: era === "legacy", stream: "hold" } });
      expect(namesOf(await listRemoteTools(addressOf(fake), contextOf(), never))).toEqual(["echo", "add"]);
      const sent = new Set(fake.journal.methods());
      for (const method of ["server/discover", "initialize", "notifications/initialized", "tools/list"])
        sent.delete(method);
      expect([...sent]).toEqual([]);
      await waitUntil(() => fake.connectionCount === 0, { what: "no socket is left" });
      if (era === "legacy") expect(fake.journal.deletedSessions()).toHaveLength(1);
    },
  );

  test("the token goes with every request as a bearer token, and no other header of ours [SRV-03]", async () => {
    const fake = await start({ tools: ["echo"], http: { token: "canary-7" } });
    expect(namesOf(await listRemoteTools(addressOf(fake, "canary-7"), contextOf(), never))).toEqual(["echo"]);
    const heads = fake.journal.entries().filter(({ kind }) => kind === "http");
    expect(heads.map(({ headers }) => headers?.authorization)).toEqual(heads.map(() => "Bearer canary-7"));
    expect(namesOf(await listRemoteTools(addressOf(fake, null), contextOf(), never))).toBe("authentication-required");
  });

  test("bounds hold: too many tools, cursors that never end, silence [SRV-08] [LIF-08] [LIF-04]", async () => {
    const many = await start({ tools: [{ many: 501 }] });
    expect(namesOf(await listRemoteTools(addressOf(many), contextOf(), never))).toBe("invalid-catalog");
    const endless = await start({ tools: ["echo"], pages: { size: 1, cursor: "repeat" } });
    expect(namesOf(await listRemoteTools(addressOf(endless), contextOf(), never))).toBe("invalid-catalog");
    const silent = await start({ faults: [{ on: "tools/list", do: "silence" }] });
    const listing = await listRemoteTools(addressOf(silent), contextOf({ discoveryMs: 400, listMs: 300 }), never);
    expect(namesOf(listing)).toBe("timeout");
  });

  test("a server that nobody serves is a code, and so is a stopped attempt", async () => {
    const fake = await start({});
    await fake.stop();
    expect(namesOf(await listRemoteTools(addressOf(fake), contextOf(), never))).toBe("network-unreachable");
    const stop = new AbortController();
    stop.abort();
    expect((await listRemoteTools(addressOf(fake), contextOf(), stop.signal)).ok).toBe(false);
  });
});

async function opened(behaviour: FakeBehaviour) {
  const fake = await start(behaviour);
  const context = contextOf();
  const listing = await listRemoteTools(addressOf(fake), context, never);
  if (!listing.ok) throw new Error("the fake server lists its tools");
  let losses = 0;
  const onLost = () => {
    losses += 1;
  };
  const server = await openRemoteServer(addressOf(fake), { ...context, onLost }, never);
  onTestFinished(() => server.close());
  const tool = (name: string): CatalogTool => {
    const found = listing.catalog.tools.find(({ toolName }) => toolName === name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found;
  };
  return { fake, server, tool, lifetime: new CatalogLifetime("one", "hub"), losses: () => losses };
}

describe("calls to a remote server", () => {
  test.each(["legacy", "modern"] as const)("%s: a call is sent once and answered", async (era) => {
    const { fake, server, tool, lifetime } = await opened({ era, tools: ["echo"] });
    const args = { text: "hello" };
    const result = await server.call({ tool: tool("echo"), args, lifetime, callMs: 5_000 }, never);
    expect(result).toMatchObject({ status: "ok", serverAnswered: true });
    expect(fake.journal.received("tools/call")).toHaveLength(1);
  });

  test("a lifetime that ends cancels the running call on the wire, with its own reason [SRV-09]", async () => {
    const { fake, server, tool, lifetime } = await opened({ tools: ["slow"] });
    const running = server.call({ tool: tool("slow"), args: { ms: 30_000 }, lifetime, callMs: 60_000 }, never);
    await waitUntil(() => fake.journal.received("tools/call").length === 1, { what: "the call is out" });
    lifetime.revoke("server-suspended");
    expect(await running).toMatchObject({ status: "cancelled", code: "server-suspended", mayHaveTakenEffect: true });
    await waitUntil(() => fake.journal.cancelled().length === 1, { what: "the server is told" });
  });

  test("a server that dies under a call is told once, and nothing is sent again [LIF-11]", async () => {
    const { fake, server, tool, lifetime, losses } = await opened({ tools: ["slow"] });
    const running = server.call({ tool: tool("slow"), args: { ms: 30_000 }, lifetime, callMs: 60_000 }, never);
    await waitUntil(() => fake.journal.received("tools/call").length === 1, { what: "the call is out" });
    await fake.stop();
    expect(await running).toMatchObject({ status: "unreachable", mayHaveTakenEffect: true });
    expect(losses()).toBe(1);
    expect(fake.journal.received("tools/call")).toHaveLength(1);
  });

  test("the time left is all a call has [PER-08]", async () => {
    const { server, tool, lifetime } = await opened({ tools: ["slow"] });
    const result = await server.call({ tool: tool("slow"), args: { ms: 30_000 }, lifetime, callMs: 200 }, never);
    expect(result).toMatchObject({ status: "failed", code: "call-timeout", mayHaveTakenEffect: true });
  });
});
