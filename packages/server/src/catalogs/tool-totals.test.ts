import { existsSync, readFileSync } from "node:fs";
import {
  type AccountServerRow,
  catalogDeclarations,
  loadTokenCounter,
  type McpTool,
  type TokenCounter,
} from "@loop/core/host";
import { beforeAll, describe, expect, test } from "vitest";
import { addCard, gatewayTools, member, openAccountBench } from "../../test-support/account-bench.js";
import { takenList } from "./taken-list.js";
import { toolTotals } from "./tool-totals.js";

let counter: TokenCounter;
beforeAll(async () => {
  counter = await loadTokenCounter();
});

describe("what stored catalogs come to", () => {
  test("tools of switched-off servers and groups count for nothing, and the cap drops in card order [CAP-01] [CAP-02]", async () => {
    const bench = await openAccountBench();
    const hub = await bench.fake({ tools: gatewayTools });
    const many = await bench.fake({ tools: [{ many: 30 }] });
    const room = bench.replica();
    const hubId = await addCard(room, "alice", { label: "Hub", url: hub.url });
    const manyId = await addCard(room, "alice", { label: "Many", url: many.url });
    const totals = async (cap: number) => {
      const { ready, offered, tokens } = await room.toolSettings.totals("alice", cap);
      return { ready, offered, direct: tokens.direct };
    };
    const all = await totals(200);
    expect(all).toMatchObject({ ready: 38, offered: 38 });
    const capped = await totals(8);
    expect(capped).toMatchObject({ ready: 38, offered: 8 });
    await room.cards.update(member("alice"), manyId, { enabled: false });
    expect(await totals(200)).toEqual({ ready: 8, offered: 8, direct: capped.direct });
    await room.cards.update(member("alice"), hubId, { groups: { Chatto: false } });
    expect(await totals(200)).toMatchObject({ ready: 5, offered: 5 });
    await room.suspensions.suspend(hubId, true);
    const nothing = { ready: 0, offered: 0, tokens: { direct: 0, announce: 0, codemode: 0 } };
    expect(await room.toolSettings.totals("alice", 200)).toEqual(nothing);
  });

  test("the tokens are those of what a request carries, for each exposure [ANN-02]", async () => {
    const bench = await openAccountBench();
    const hub = await bench.fake({ tools: gatewayTools });
    const room = bench.replica();
    await addCard(room, "alice", { label: "Hub", url: hub.url });
    const snapshot = (await room.catalogFor("alice")).snapshot();
    const { tokens } = await room.toolSettings.totals("alice", 200);
    const truth = (delivery: "direct" | "announce" | "codemode") => {
      const { tools, system } = catalogDeclarations(snapshot, delivery);
      return counter.tools(tools) + counter.text(system);
    };
    expect(tokens.announce).toBe(truth("announce"));
    expect(tokens.codemode).toBe(truth("codemode"));
    expect(Math.abs(tokens.direct / truth("direct") - 1)).toBeLessThan(0.05);
    expect(tokens.announce).toBeLessThan(tokens.direct);
  });
});

const catalogues = new URL("../../../../../shared/data/catalogues.json", import.meta.url);

describe.skipIf(!existsSync(catalogues))("real catalogues", () => {
  test("announcing or scripting real catalogues costs a small part of declaring them [ANN-02]", async () => {
    const real: Record<
      string,
      { tools: { name: string; description?: string; inputSchema: McpTool["inputSchema"] }[] }
    > = JSON.parse(readFileSync(catalogues, "utf8"));
    const chosen = ["@playwright/mcp", "@notionhq/notion-mcp-server", "@zereight/mcp-gitlab", "@shortcut/mcp"];
    const rows: AccountServerRow[] = [];
    for (const [place, label] of chosen.entries()) {
      const tools = (real[label]?.tools ?? []).map(({ name, description = "", inputSchema }) => {
        return { toolName: name, label: name, description, inputSchema };
      });
      const catalog = { tools, dropped: [], instructions: null, freshForMs: null };
      const slug = `s${place}`;
      const taken = await takenList(catalog, { slug, groups: [], counter });
      if (taken === null) throw new Error("a real catalogue fits");
      rows.push(rowOf(label, slug, taken.summary, place));
    }
    const reaching = new Set(rows.map(({ id }) => id));
    const { ready, tokens } = toolTotals(rows, { reaching, cap: 2_000, counter });
    expect(ready).toBe(306);
    expect(tokens.direct).toBeGreaterThan(60_000);
    expect(tokens.announce).toBeLessThan(tokens.direct / 50);
    expect(tokens.codemode).toBeLessThan(tokens.direct / 50);
  });
});

function rowOf(label: string, slug: string, summary: AccountServerRow["summary"], position: number): AccountServerRow {
  const times = { catalogAt: "2030-01-01T00:00:00.000Z", createdAt: "2030-01-01T00:00:00.000Z" };
  const switches = { enabled: true, suspended: false, groupsOff: [], sealedToken: null };
  return {
    id: slug,
    accountId: "alice",
    label,
    slug,
    url: "https://a.example/",
    revision: 1,
    position,
    summary,
    ...switches,
    ...times,
  };
}
