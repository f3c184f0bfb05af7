import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isAlive, makeTempDir, waitUntil, waitUntilGone } from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { httpConfig, McpBench, stdioConfig, textOf } from "../../test/mcp-bench.js";

let bench: McpBench;
const environment = {
  HOME: "/home/somebody",
  PATH: process.env.PATH,
  TERM: "dumb",
  SHELL: "() { exported function",
  OPENAI_API_KEY: "canary-key",
  PASSED: "through",
  OVERRIDDEN: "by Loop",
  TOKEN: "token-value",
  EMPTY: "",
};
beforeEach(() => {
  bench = new McpBench({ environment, launchDirectory: realpathSync("/tmp") });
});
afterEach(() => bench.close());

interface Surroundings {
  readonly env: Record<string, string>;
  readonly argv: string[];
  readonly cwd: string;
}

async function surroundings(change: object, args: string[] = []): Promise<Surroundings> {
  const config = stdioConfig("one", bench.stdio({ tools: ["env"] }, { args }));
  const { transport } = config;
  if (transport.type !== "stdio") throw new Error("unreachable");
  await bench.manager.save({ ...config, transport: { ...transport, ...change } });
  await bench.until("one", "ready");
  return JSON.parse(textOf(await bench.call("env")));
}

describe("what a stdio server is given", () => {
  test("a minimal environment, the named variables, then literal values [CFG-08]", async () => {
    const { env } = await surroundings({
      envVars: ["PASSED", "OVERRIDDEN"],
      env: [
        { key: "OVERRIDDEN", value: "by the row" },
        { key: "LITERAL", value: "" },
      ],
    });
    const { LOOP_MCP_PROCESS: marker, ...rest } = env;
    expect(marker).toContain(String(process.pid));
    expect(rest).toEqual({
      HOME: "/home/somebody",
      PATH: process.env.PATH,
      TERM: "dumb",
      PASSED: "through",
      OVERRIDDEN: "by the row",
      LITERAL: "",
    });
  });

  test("every argument byte for byte, without a shell [CFG-06]", async () => {
    const args = [
      "",
      " a  b ",
      "\"quoted\" and 'single'",
      "$HOME",
      "`id`",
      "*",
      "a;b|c&d",
      "ünï 🌍",
      "line\nbreak",
      "\\",
    ];
    expect((await surroundings({}, args)).argv.slice(-args.length)).toEqual(args);
  });

  test("the launch directory, or its own [CFG-07]", async () => {
    expect((await surroundings({})).cwd).toBe(realpathSync("/tmp"));
    const own = makeTempDir("own");
    expect((await surroundings({ cwd: own })).cwd).toBe(own);
  });
});

describe("what an HTTP server is given", () => {
  test("literal and referenced headers and the bearer token, resolved at each connection [CFG-10]", async () => {
    const fake = await bench.http({ tools: ["headers"], http: { token: "token-value" } });
    const config = httpConfig("web", fake.url);
    if (config.transport.type !== "http") throw new Error("unreachable");
    const headers = [{ key: "X-Literal", value: "literal value" }];
    const envHeaders = [{ key: "X-From-Env", value: "PASSED" }];
    await bench.manager.save({
      ...config,
      transport: { ...config.transport, bearerTokenEnv: "TOKEN", headers, envHeaders },
    });
    await bench.until("web", "ready");
    expect(JSON.parse(textOf(await bench.call("headers")))).toMatchObject({
      authorization: "Bearer token-value",
      "x-literal": "literal value",
      "x-from-env": "through",
    });
  });

  test.each(["NOT_SET", "EMPTY"])("a reference to %s fails discovery with its code [CFG-10]", async (name) => {
    const fake = await bench.http();
    const config = httpConfig("web", fake.url);
    if (config.transport.type !== "http") throw new Error("unreachable");
    await bench.manager.save({ ...config, transport: { ...config.transport, bearerTokenEnv: name } });
    expect(await bench.untilCode("web")).toBe("missing-variable");
    expect(fake.connectionsAccepted).toBe(0);
  });
});

/** A whole manager in a process of its own, with one stdio server. */
function otherLoop(file: string): { pid: () => number; kill: () => Promise<void> } {
  const manager = fileURLToPath(new URL("../../dist/mcp/manager.js", import.meta.url));
  const program = `
    const { McpManager } = await import(${JSON.stringify(manager)});
    const manager = new McpManager(${JSON.stringify(file)});
    setInterval(() => manager.list().then((views) => process.stdout.write(views.map((view) => view.status) + "\\n")), 50);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    pid: () => child.pid ?? 0,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

describe("after a crash", () => {
  test("what a killed Loop left running is ended by the next one, what a living one runs is not [API-09]", async () => {
    const fake = bench.stdio({ process: { ignoresEnd: true, grandchildren: [{ setsid: true }] } });
    await bench.manager.save({ ...stdioConfig("one", fake), enabled: false });
    const killed = otherLoop(bench.file);
    const living = otherLoop(bench.file);
    try {
      const others = [killed.pid(), living.pid()];
      await bench.manager.setEnabled("one", true);
      await bench.until("one", "ready");
      const childrenOf = (pid: number) => fake.journal.pids().filter((child) => parentOf(child) === pid);
      await waitUntil(() => others.every((pid) => childrenOf(pid).length === 1), { withinMs: 25_000 });
      await waitUntil(() => fake.journal.grandchildPids().length === 3, { withinMs: 10_000 });
      const own = childrenOf(process.pid);
      const orphans = childrenOf(killed.pid());
      const spared = childrenOf(living.pid());
      await killed.kill();
      expect(orphans.every(isAlive)).toBe(true);
      const next = bench.open();
      await waitUntilGone(orphans, 8_000);
      expect([...own, ...spared].every(isAlive)).toBe(true);
      await waitUntil(() => fake.journal.grandchildPids().filter(isAlive).length >= 2);
      await next.close();
    } finally {
      await killed.kill();
      await living.kill();
    }
  }, 60_000);

  test("a clean end leaves no journal behind", async () => {
    await bench.addStdio("one");
    await bench.until("one", "ready");
    const journals = join(bench.dir, "mcp-processes");
    expect(readdirSync(journals)).toHaveLength(1);
    await bench.manager.close();
    expect(readdirSync(journals)).toEqual([]);
  });

  test("a manager without stdio servers makes no journal", async () => {
    await bench.addHttp("web");
    await bench.until("web", "ready");
    expect(existsSync(join(bench.dir, "mcp-processes"))).toBe(false);
  });
});

function parentOf(pid: number): number {
  try {
    return Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" }));
  } catch {
    return 0;
  }
}
