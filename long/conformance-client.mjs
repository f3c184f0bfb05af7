// What the conformance runner starts as the client under test: McpManager with one HTTP server, as any host uses it.
// The runner puts the address last on the command line and the rest into the environment.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { McpManager } from "../packages/core/dist/index.js";
import { sampleOf } from "./schemas/sample.mjs";

const READY_MS = 60_000;
const { MCP_CONFORMANCE_CONTEXT: context, MCP_CONFORMANCE_SCENARIO: scenario } = process.env;
const url = process.argv.at(-1);
const never = new AbortController().signal;

/** Ready or failed; the conformance server is not waited for longer than a person would. */
function settled(manager) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("neither ready nor failed in time")), READY_MS);
    manager.subscribe(({ view }) => {
      if (view?.status !== "ready" && view?.status !== "error") return;
      clearTimeout(timer);
      resolve(view);
    });
  });
}

/** The calls that the scenario names, or one with fitting arguments to every tool. */
function plannedCalls(tools) {
  const named = (name) => tools.find(({ toolName }) => toolName === name);
  const { toolCalls } = JSON.parse(context ?? "{}");
  if (Array.isArray(toolCalls)) {
    // Some of these misfit their schema on purpose, and a host would not send them.
    return toolCalls.map((call) => ({ tool: named(call.name), args: call.arguments ?? {}, unchecked: true }));
  }
  if (scenario === "json-schema-ref-no-deref") return [];
  if (scenario === "json-schema-2020-12-preservation") {
    const [focal, echo] = ["json_schema_2020_12_tool", "json_schema_echo"].map(named);
    return [{ tool: echo, args: { schema: focal?.inputSchema } }];
  }
  return tools.map((tool) => ({ tool, args: sampleOf(tool.inputSchema) }));
}

async function call(manager, { tool, args, unchecked = false }) {
  if (tool === undefined) return console.log("a tool to be called is not in the catalog");
  const fits = unchecked ? { ok: true } : await manager.validate(tool, args, never);
  if (!fits.ok) return console.log(`${tool.toolName}: ${fits.code} at ${fits.path || "/"}: ${fits.message}`);
  const result = await manager.call(tool, args, never);
  console.log(`${tool.toolName}: ${result.status} ${result.code ?? ""}`);
}

async function main() {
  const folder = mkdtempSync(join(tmpdir(), "loop-conformance-client-"));
  const manager = new McpManager(join(folder, "mcp.json"));
  try {
    const view = settled(manager);
    const transport = { type: "http", url, bearerTokenEnv: "", headers: [], envHeaders: [] };
    await manager.save({ id: "suite", name: "Suite", enabled: true, transport });
    const { status, code } = await view;
    console.log(`${status} ${code ?? ""}`);
    if (status !== "ready") return 1;
    for (const planned of plannedCalls(manager.tools(folder))) await call(manager, planned);
    return 0;
  } finally {
    await manager.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
