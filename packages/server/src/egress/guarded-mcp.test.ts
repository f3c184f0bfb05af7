import { join } from "node:path";
import type { McpServerConfig } from "@loop/contract";
import { McpManager } from "@loop/core";
import { type FakeBehaviour, type FakeHttpServer, makeTempDir, startFakeHttp, waitUntil } from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EgressBench } from "../../test-support/egress-bench.js";
import type { Egress } from "./egress.js";

let bench: EgressBench;
let managers: McpManager[];
let fakes: FakeHttpServer[];
beforeEach(() => {
  bench = new EgressBench();
  managers = [];
  fakes = [];
});
afterEach(async () => {
  await Promise.all(managers.map((manager) => manager.close()));
  await bench.close();
  await Promise.all(fakes.map((fake) => fake.close()));
});

async function startFake(behaviour: FakeBehaviour = {}): Promise<FakeHttpServer> {
  const fake = await startFakeHttp(behaviour);
  fakes.push(fake);
  return fake;
}

/** A manager whose every connection goes through the guard. */
function managerOf(egress: Egress, account: string): McpManager {
  const manager = new McpManager(join(makeTempDir("guarded"), "mcp.json"), {
    openHttp: egress.connectionsOf(account),
    policy: { transports: ["http"] },
    environment: { TOKEN: `canary-of-${account}` },
  });
  managers.push(manager);
  return manager;
}

function configOf(url: string): McpServerConfig {
  const transport = { type: "http" as const, url, bearerTokenEnv: "TOKEN", headers: [], envHeaders: [] };
  return { id: "one", name: "One", enabled: true, transport };
}

/** "ready", or the code of the error it ends in. */
async function connect(manager: McpManager, url: string): Promise<string> {
  await manager.save(configOf(url));
  let end = "";
  await waitUntil(
    async () => {
      const view = (await manager.list())[0];
      end = view?.status === "error" ? view.code : (view?.status ?? "");
      return view?.status === "error" || view?.status === "ready";
    },
    { withinMs: 20_000 },
  );
  return end;
}

async function callEcho(manager: McpManager): Promise<string> {
  const tool = manager.tools("/").find(({ toolName }) => toolName === "echo");
  if (tool === undefined) throw new Error("no echo among the tools");
  const result = await manager.call(tool, { text: "through the guard" }, new AbortController().signal);
  return JSON.stringify(result.content);
}

describe("an MCP server behind the guard", () => {
  test.each([
    ["legacy", "json"],
    ["legacy", "sse"],
    ["modern", "json"],
    ["modern", "sse"],
  ] as const)("of the %s era, answering as %s, lists its tools and takes a call [NET-02]", async (era, style) => {
    const fake = await startFake({ era, http: { style, session: era === "legacy", token: "canary-of-a" } });
    const manager = managerOf(bench.allowing([fake.origin]), "a");
    expect(await connect(manager, fake.url)).toBe("ready");
    expect(await callEcho(manager)).toContain("through the guard");
    expect(fake.journal.received("tools/call")).toHaveLength(1);
  });

  test("is not reached without a list, nor when the list names another origin [NET-01] [NET-02]", async () => {
    const fake = await startFake();
    expect(await connect(managerOf(bench.publicOnly(), "a"), fake.url)).toBe("address-not-public");
    const other = bench.allowing([fake.origin.replace("127.0.0.1", "localhost")]);
    expect(await connect(managerOf(other, "a"), fake.url)).toBe("origin-not-allowed");
    expect(fake.connectionsAccepted).toBe(0);
  });

  test("that redirects is refused with its code, and the token goes nowhere else [NET-01] [CFG-12]", async () => {
    const target = await startFake();
    for (const status of [301, 302, 303, 307, 308] as const) {
      const fake = await startFake({ faults: [{ on: "*", do: "redirect", status, to: target.url }] });
      const egress = bench.allowing([fake.origin, target.origin]);
      expect(await connect(managerOf(egress, "a"), fake.url)).toBe("redirect-refused");
    }
    expect(target.connectionsAccepted).toBe(0);
  });

  test("that compresses its catalog without being asked is refused with little memory [NET-01]", async () => {
    const fake = await startFake({ faults: [{ on: "tools/list", do: "gzip-bomb", bytes: 200_000_000 }] });
    const rss = process.memoryUsage().rss;
    expect(await connect(managerOf(bench.allowing([fake.origin]), "a"), fake.url)).toBe("response-encoded");
    expect(process.memoryUsage().rss - rss).toBeLessThan(100 * 1_048_576);
  });

  test("serves two accounts over sockets of their own, each with its own token [SEC-01]", async () => {
    const fake = await startFake({ tools: ["headers"] });
    const egress = bench.allowing([fake.origin]);
    const [first, second] = [managerOf(egress, "a"), managerOf(egress, "b")];
    expect(await Promise.all([connect(first, fake.url), connect(second, fake.url)])).toEqual(["ready", "ready"]);
    await egress.closeAccount("a");
    const tool = second.tools("/")[0];
    if (tool === undefined) throw new Error("no tool");
    const result = await second.call(tool, {}, new AbortController().signal);
    expect(JSON.stringify(result.content)).toContain("canary-of-b");
    expect(JSON.stringify(result.content)).not.toContain("canary-of-a");
  });
});
