import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTempDir } from "@loop/testkit";
import { expect, test } from "vitest";
import { addCard, member, never, openAccountBench, toolOf } from "../../test-support/account-bench.js";
import { startRealGateway } from "../../test-support/real-gateway.js";

function programOf(name: string): string {
  const packages = new URL("../../../../node_modules/@modelcontextprotocol/", import.meta.url);
  return fileURLToPath(new URL(`${name}/dist/index.js`, packages));
}

test("three real servers behind one gateway are one card with three groups, and their tools work [GRP-01] [SRV-02] [SRV-03]", async () => {
  const folder = makeTempDir("files");
  mkdirSync(join(folder, "inside"));
  writeFileSync(join(folder, "inside", "note.txt"), "from a real file");
  const gateway = await startRealGateway(
    [
      { prefix: "Everything", args: [programOf("server-everything")] },
      { prefix: "home-files", args: [programOf("server-filesystem"), folder] },
      { prefix: "My_Memory", args: [programOf("server-memory")] },
    ],
    "canary-gateway",
  );
  const bench = await openAccountBench();
  bench.origins.add(gateway.origin);
  const room = bench.replica();
  const id = await addCard(room, "alice", { label: "Hub", url: gateway.url, token: "canary-gateway" });
  const { servers } = await room.cards.list(member("alice"));
  expect(servers[0]?.groups).toEqual([
    { name: "Everything", toolCount: expect.any(Number), enabled: true },
    { name: "home-files", toolCount: 14, enabled: true },
    { name: "My_Memory", toolCount: 9, enabled: true },
  ]);
  const { catalog, tool } = await toolOf(room, "alice", "home-files-read_text_file");
  expect(tool.name).toBe("mcp_hub_home-files-read_text_file");
  const args = { path: join(folder, "inside", "note.txt") };
  expect(await catalog.validate(tool, args, never)).toEqual({ ok: true });
  const result = await catalog.call(tool, args, never);
  expect(result).toMatchObject({ status: "ok", content: [{ type: "text", text: "from a real file" }] });
  await room.cards.update(member("alice"), id, { groups: { My_Memory: false, Everything: false } });
  const shown = (await room.catalogFor("alice")).snapshot().tools;
  expect(shown.map(({ group }) => group)).toEqual(shown.map(() => "home-files"));
  expect(await catalog.call(tool, args, never)).toMatchObject({ code: "catalog-changed" });
  expect(gateway.called).toEqual(["home-files-read_text_file"]);
});
