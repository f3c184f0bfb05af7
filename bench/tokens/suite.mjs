// What a request to a model costs before anything is said: Loop's own declarations over catalogs of real servers.
import { createAgentSession } from "@loop/core";
import { CatalogLifetime } from "@loop/core/host";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { hasCatalogs, readCatalogs, snapshotOf } from "../kit/catalogs.mjs";
import { corePart, versionOf } from "../kit/loop-parts.mjs";
import { median } from "../kit/statistics.mjs";
import { runSuite } from "../kit/suite.mjs";

/** Ten that people use together. */
const TEN = [
  "@modelcontextprotocol/server-everything",
  "@modelcontextprotocol/server-filesystem",
  "@modelcontextprotocol/server-memory",
  "@modelcontextprotocol/server-github",
  "@playwright/mcp",
  "@notionhq/notion-mcp-server",
  "@zereight/mcp-gitlab",
  "@modelcontextprotocol/server-slack",
  "mongodb-mcp-server",
  "chrome-devtools-mcp",
];
/** One letter a thousand times costs the tokenizer seconds, so a text is counted in pieces. */
const PIECE = 2_000;

function tokens(text) {
  let total = 0;
  for (let start = 0; start < text.length; start += PIECE) total += countTokens(text.slice(start, start + PIECE));
  return total;
}

function sourceOf(snapshot) {
  const lifetime = new CatalogLifetime("bench-1", "bench");
  const nothing = { status: "ok", content: [], mayHaveTakenEffect: false, serverAnswered: true };
  return {
    snapshot: () => snapshot,
    lifetimeOf: () => lifetime,
    validate: async () => ({ ok: true }),
    call: async () => nothing,
  };
}

/** The first request of a prompt, as a model driver gets it. */
async function firstRequest(snapshot, delivery) {
  let seen = null;
  const model = {
    id: "bench/model",
    capabilities: { maxTools: null, toolResultImages: false, maxToolNameLength: 64, contextTokens: null },
    async *stream({ system, tools }) {
      seen = { system, tools };
      yield { type: "text-delta", text: "ok" };
      yield { type: "finished", usage: null, cut: false };
    },
  };
  const session = await createAgentSession({
    model,
    workspaceRoot: process.cwd(),
    mcpManager: sourceOf(snapshot),
    delivery,
  });
  for await (const event of session.prompt("hello"))
    if (event.type === "turn-end" && event.reason !== "done") throw new Error(event.code);
  await session.dispose();
  return seen;
}

function cost({ system, tools }) {
  const declared = tools.reduce(
    (sum, { name, description, inputSchema }) => sum + tokens(JSON.stringify({ name, description, inputSchema })),
    0,
  );
  return { declarations: declared, system: tokens(system), total: declared + tokens(system) };
}

async function setRow(name, catalogs) {
  const snapshot = snapshotOf(catalogs);
  const direct = cost(await firstRequest(snapshot, "direct"));
  const codemode = cost(await firstRequest(snapshot, "codemode"));
  const closed = cost(await firstRequest(snapshot, "announce"));
  const opened = [];
  for (const each of catalogs.filter(({ tools }) => tools.length > 0)) {
    opened.push(cost(await firstRequest(snapshotOf([each]), "direct")).declarations);
  }
  return {
    name,
    servers: catalogs.length,
    tools: snapshot.tools.length,
    direct,
    announced: { ...closed, openMedian: median(opened), openMost: Math.max(...opened) },
    codemode,
  };
}

/** What finding a tool adds to a conversation: ten rows of a search, and one tool's types. */
async function discovery(catalogs) {
  const { ScriptCatalog } = await corePart("codemode/script-catalog.js");
  const catalog = new ScriptCatalog(snapshotOf(catalogs));
  const searches = [];
  for (const query of [
    "create github issue",
    "send slack message",
    "query database rows",
    "take page screenshot",
    "read file",
  ]) {
    searches.push(tokens(JSON.stringify(await catalog.searchTools(query, {}), null, 1)));
  }
  const types = catalogs
    .flatMap(({ tools }) => tools)
    .map((tool) => tokens(JSON.stringify(catalog.describeTool(tool.name, {}), null, 1)));
  return { searchMedian: median(searches), typesMedian: median(types) };
}

await runSuite("tokens", async ({ quick, say }) => {
  if (!hasCatalogs()) return { notRun: "../shared/data/catalogues.json is not there" };
  const all = await readCatalogs();
  const ten = TEN.map((name) => all.find((catalog) => catalog.package === name)).filter(Boolean);
  say(`${ten.length} servers`);
  const rows = [await setRow("ten well-known servers", ten)];
  if (!quick) {
    say("all servers");
    const largest = all.toSorted((left, right) => right.tools.length - left.tools.length).slice(0, 60);
    rows.push(await setRow("the 60 largest servers", largest), await setRow("all servers", all));
  }
  return {
    rows,
    names: ten.map((catalog) => catalog.package),
    discovery: await discovery(ten),
    tokenizer: versionOf("gpt-tokenizer"),
  };
});
