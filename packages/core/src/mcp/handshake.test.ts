import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { McpManager } from "./manager.js";

/** A server of the new revision alone that refuses its first request with the versions it does take. */
async function startWary(supported: readonly string[]) {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(body || "{}");
      seen.push(method);
      const isFirst = seen.filter((known) => known === "server/discover").length === 1;
      const data = { supported, requested: "2026-07-28" };
      const results: Record<string, object> = {
        "server/discover": { supportedVersions: supported, capabilities: { tools: {} } },
        "tools/list": { tools: [] },
      };
      const known = method === "server/discover" && isFirst ? undefined : results[method];
      const refusal =
        method === "server/discover" ? { code: -32_022, message: "no", data } : { code: -32_601, message: "no" };
      const common = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
      const answer = known === undefined ? { error: refusal } : { result: { ...known, ...common } };
      response.writeHead(known === undefined ? 400 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { seen, url: `http://127.0.0.1:${port}/` };
}

async function settledStatus(url: string): Promise<string> {
  const manager = new McpManager(join(makeTempDir("wary"), "mcp.json"));
  onTestFinished(() => manager.close());
  const settled = new Promise<string>((resolve) => {
    manager.subscribe(({ view }) => {
      if (view?.status === "ready") resolve("ready");
      if (view?.status === "error") resolve(view.code);
    });
  });
  const transport = { type: "http", url, bearerTokenEnv: "", headers: [], envHeaders: [] } as const;
  await manager.save({
    id: "wary",
    name: "Wary",
    enabled: true,
    transport: { ...transport, headers: [], envHeaders: [] },
  });
  return settled;
}

test("a server that refuses the first discover but offers our revision is asked once more, and only once [LIF-14]", async () => {
  const { seen, url } = await startWary(["2026-07-28"]);
  expect(await settledStatus(url)).toBe("ready");
  expect(seen.slice(0, 3)).toEqual(["server/discover", "server/discover", "tools/list"]);
});

test("a server that offers only revisions we do not speak is not asked again [LIF-14]", async () => {
  const { seen, url } = await startWary(["2030-01-01"]);
  expect(await settledStatus(url)).not.toBe("ready");
  expect(seen.filter((method) => method === "server/discover")).toHaveLength(1);
});
