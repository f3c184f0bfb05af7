import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { httpConfig, McpBench, stdioConfig } from "../../test/mcp-bench.js";
import type { McpChange } from "./manager.js";

const canaries = { literal: "canary-literal-31f7", header: "canary-header-9c02", variable: "canary-variable-55ab" };
let bench: McpBench;
beforeEach(() => {
  bench = new McpBench({ environment: { ...process.env, SECRET_VARIABLE: canaries.variable } });
});
afterEach(() => bench.close());

test("no literal, no referenced value and no word of a failing server gets out of the manager [ERR-02]", async () => {
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((chunk) => written.push(String(chunk)) > 0);
  }
  for (const method of ["log", "warn", "error", "debug", "info"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => void written.push(inspect(parts)));
  }
  const seen: unknown[] = [];
  try {
    bench.manager.subscribe((change: McpChange) => seen.push(change));
    const words = "server-word-7788";
    const error = { code: -32603, message: words, data: { words } };
    const stdio = stdioConfig(
      "stdio",
      bench.stdio({ faults: [{ on: "tools/list", do: "error", error }], process: { stderrBytes: 1_000 } }),
    );
    const http = httpConfig(
      "http",
      (await bench.http({ faults: [{ on: "*", do: "status", status: 500, body: words }] })).url,
    );
    if (stdio.transport.type !== "stdio" || http.transport.type !== "http") throw new Error("unreachable");
    const env = [{ key: "SECRET", value: canaries.literal }];
    const headers = [{ key: "X-Secret", value: canaries.header }];
    await bench.manager.save({ ...stdio, transport: { ...stdio.transport, env, envVars: ["SECRET_VARIABLE"] } });
    await bench.manager.save({ ...http, transport: { ...http.transport, headers, bearerTokenEnv: "SECRET_VARIABLE" } });
    await bench.untilCode("stdio");
    await bench.untilCode("http");
    seen.push(await bench.manager.list(), bench.manager.snapshot(bench.dir));
    await bench.manager.save({ ...http, id: "http", name: "" }).catch((failure: unknown) => seen.push(failure));
    for (const given of seen) {
      const text = `${inspect(given, { depth: 20 })}${JSON.stringify(given) ?? ""}`;
      for (const word of [...Object.values(canaries), words]) expect(text).not.toContain(word);
    }
  } finally {
    vi.restoreAllMocks();
  }
  for (const word of Object.values(canaries)) expect(written.join("")).not.toContain(word);
  expect(written.join("")).not.toContain("server-word");
});

test("a hostile server costs its neighbours no time", async () => {
  await bench.addStdio("neighbour", { tools: ["echo"] });
  await bench.until("neighbour", "ready");
  const roundTrip = async () => {
    const times: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      const began = performance.now();
      await bench.call("echo", { text: "x" });
      times.push(performance.now() - began);
    }
    return times.sort((left, right) => left - right)[7] ?? 0;
  };
  const alone = await roundTrip();
  for (let index = 0; index < 4; index += 1) {
    await bench.addStdio(`silent${index}`, { faults: [{ on: "*", do: "silence" }] });
    await bench.addHttp(`cursors${index}`, { pages: { size: 1, cursor: "endless", freshTools: true } });
  }
  expect((await roundTrip()) - alone).toBeLessThan(50);
});
