import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { freePort, makeTempDir, waitUntil } from "@loop/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { httpConfig, McpBench, stdioConfig, textOf } from "../../test/mcp-bench.js";
import { defaultLimits } from "./limits.js";

let bench: McpBench;
const children: ChildProcess[] = [];
beforeEach(() => {
  bench = new McpBench({ limits: { ...defaultLimits, stopStageMs: 500 } });
});
afterEach(async () => {
  await bench.close();
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

function programOf(name: string): string {
  const packages = new URL("../../../../node_modules/@modelcontextprotocol/", import.meta.url);
  return fileURLToPath(new URL(`${name}/dist/index.js`, packages));
}

/** The reference server has no way to be told that it should listen on this computer only. */
const loopbackOnly = `data:text/javascript,
  import net from "node:net";
  const listen = net.Server.prototype.listen;
  net.Server.prototype.listen = function (port, ...rest) {
    return listen.call(this, port, "127.0.0.1", ...rest.filter((part) => typeof part === "function"));
  };`;

async function addProgram(id: string, args: string[]): Promise<void> {
  await bench.manager.save(stdioConfig(id, { command: process.execPath, args, env: {} }));
  await bench.until(id, "ready", 40_000);
}

/** The reference server announces four changes just before its first list. */
async function expectEverything(): Promise<void> {
  const view = await bench.until("everything", "ready", 40_000);
  expect(view).toMatchObject({ toolCount: 13 });
  expect("droppedTools" in view).toBe(false);
  expect(textOf(await bench.call("echo", { message: "hello" }))).toBe("Echo: hello");
  expect(await bench.manager.validate(bench.tool("echo"), { message: 7 }, bench.signal)).toMatchObject({
    code: "arguments-invalid",
    path: "/message",
  });
  const [server] = bench.manager.snapshot(bench.dir).servers;
  expect(server?.instructions?.length).toBeGreaterThan(1_000);
}

test("server-everything over stdio, with its real list and a real call [CAT-01] [CAT-03]", async () => {
  await addProgram("everything", [programOf("server-everything"), "stdio"]);
  await expectEverything();
  await bench.until("everything", "ready");
  const stop = new AbortController();
  const long = bench.call("trigger-long-running-operation", { duration: 30, steps: 3 }, stop.signal);
  stop.abort();
  expect(await long).toMatchObject({ status: "cancelled" });
}, 60_000);

test("server-everything over Streamable HTTP, its session ended at the end [CAT-01] [API-09]", async () => {
  const port = await freePort();
  const child = spawn(process.execPath, ["--import", loopbackOnly, programOf("server-everything"), "streamableHttp"], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let log = "";
  for (const output of [child.stdout, child.stderr]) {
    output?.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  }
  await waitUntil(() => log.includes(String(port)), { withinMs: 30_000, what: "the server listens" });
  await bench.manager.save(httpConfig("everything", `http://127.0.0.1:${port}/mcp`));
  await expectEverything();
  await bench.manager.close();
  await waitUntil(() => /session termination|session.*(closed|terminat)/i.test(log), { what: "the session was ended" });
}, 90_000);

test("server-filesystem and server-memory side by side, with effects of their own [LIF-02]", async () => {
  const dir = makeTempDir("files");
  await addProgram("files", [programOf("server-filesystem"), dir]);
  await addProgram("memory", [programOf("server-memory")]);
  const path = `${dir}/note.txt`;
  expect(await bench.call("write_file", { path, content: "kept" })).toMatchObject({ status: "ok" });
  expect(textOf(await bench.call("read_text_file", { path }))).toContain("kept");
  const names = bench.manager.tools(bench.dir).map((tool) => tool.name);
  expect(new Set(names).size).toBe(names.length);
}, 90_000);
