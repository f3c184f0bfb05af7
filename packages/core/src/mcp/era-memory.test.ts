import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { McpServerView } from "@loop/contract";
import { type FakeBehaviour, type FakeHttpServer, makeTempDir } from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { httpConfig, McpBench } from "../../test/mcp-bench.js";
import { EraMemory, eraKey } from "./era-memory.js";

describe("across starts of a manager", () => {
  let bench: McpBench;
  beforeEach(() => {
    bench = new McpBench();
  });
  afterEach(() => bench.close());

  const file = () => join(bench.dir, "mcp-eras.json");

  /** A server whose era a manager has found out, and closed. */
  async function known(behaviour: FakeBehaviour): Promise<FakeHttpServer> {
    const fake = await bench.addHttp("era", behaviour);
    await bench.until("era", "ready");
    await bench.manager.close();
    return fake;
  }

  /** Another start on the same file: how it ended and what the server was asked. */
  async function startAgain(fake: FakeHttpServer) {
    const before = fake.journal.methods().length;
    const manager = bench.open();
    const status = await new Promise<McpServerView["status"]>((resolve) => {
      manager.subscribe(({ view }) => {
        if (view?.status === "ready" || view?.status === "error") resolve(view.status);
      });
    });
    await manager.close();
    return { status, asked: fake.journal.methods().slice(before) };
  }

  test("a server of the older era is not asked for the newer one at the second start [LIF-14]", async () => {
    const fake = await known({ era: "legacy" });
    expect(fake.journal.methods()[0]).toBe("server/discover");
    const { status, asked } = await startAgain(fake);
    expect(status).toBe("ready");
    expect(asked).toEqual(["initialize", "notifications/initialized", "tools/list"]);
  });

  test.each([
    ["legacy", "modern", "server/discover"],
    ["modern", "legacy", "initialize"],
  ] as const)(
    "a server that went from %s to %s is found in the same attempt, and remembered [LIF-14]",
    async (...row) => {
      const [before, after, first] = row;
      const fake = await known({ era: before });
      fake.setBehaviour({ era: after });
      expect((await startAgain(fake)).status).toBe("ready");
      const { status, asked } = await startAgain(fake);
      expect([status, asked[0]]).toEqual(["ready", first]);
    },
  );

  test("the file is its owner's alone and holds neither address, name nor value [ERR-02]", async () => {
    const fake = await bench.http({ era: "legacy" });
    const { transport, ...config } = httpConfig("era", `${fake.url}?token=s3cret`);
    const headers = [{ key: "X-Hidden", value: "s3cret" }];
    await bench.manager.save({ ...config, transport: { ...transport, headers } as typeof transport });
    await bench.until("era", "ready");
    await bench.manager.close();
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readFileSync(file(), "utf8")).not.toMatch(/s3cret|hidden|127\.0\.0\.1|era"?:"?era/i);
  });

  test.each([
    ["nothing", ""],
    ["no JSON", '{"version":1,"eras":{'],
    ["another version", '{"version":2,"eras":{}}'],
    ["other shapes", '{"version":1,"eras":{"__proto__":{"era":"legacy"},"a":7,"b":{"era":"none","at":1}}}'],
    ["too much", `{"version":1,"eras":{},"x":"${"x".repeat(100_000)}"}`],
  ])("a file with %s in it is no memory and no failure", async (_, text) => {
    const fake = await known({ era: "legacy" });
    writeFileSync(file(), text);
    const { status, asked } = await startAgain(fake);
    expect([status, asked[0]]).toEqual(["ready", "server/discover"]);
    expect((await startAgain(fake)).asked[0]).toBe("initialize");
  });

  test("a file that was deleted is no memory and no failure", async () => {
    const fake = await known({ era: "legacy" });
    rmSync(file());
    const { status, asked } = await startAgain(fake);
    expect([status, asked[0]]).toEqual(["ready", "server/discover"]);
  });
});

describe("the memory itself", () => {
  const week = 7 * 86_400_000;

  test("forgets the oldest beyond 500, and all after a week", async () => {
    const file = join(makeTempDir("eras"), "mcp-eras.json");
    let now = Date.UTC(2030, 0, 1);
    const memory = new EraMemory(file, () => now);
    for (let count = 0; count < 510; count += 1) memory.set(`key ${count}`, "legacy");
    await memory.close();
    const read = new EraMemory(file, () => now);
    await read.load();
    expect([read.get("key 9"), read.get("key 10"), read.get("key 509")]).toEqual([undefined, "legacy", "legacy"]);
    now += week;
    expect(read.get("key 509")).toBeUndefined();
    now -= week + 1;
    expect(read.get("key 509")).toBeUndefined();
  });

  test("a directory that cannot be written costs the memory and nothing else", async () => {
    const memory = new EraMemory("/dev/null/mcp-eras.json", () => 0);
    await memory.load();
    memory.set("key", "modern");
    await memory.close();
    expect(memory.get("key")).toBe("modern");
  });

  test("a configuration is known by where it leads, whatever its values are", () => {
    const http = (url: string, value: string) =>
      eraKey({ type: "http", url, bearerTokenEnv: "", headers: [{ key: "A", value }], envHeaders: [] });
    expect(http("http://a/", "one")).toBe(http("http://a/", "two"));
    expect(http("http://a/", "one")).not.toBe(http("http://b/", "one"));
    expect(http("http://a/", "one")).toMatch(/^[\w-]{43}$/);
  });
});
