// Two sandboxes behind one face: `open()` gives `{ run(source), close() }`. A script reaches the same two tools in both,
// `CALL.echo(input)` and `CALL.rows()`, where CALL stands for each one's own spelling; its value comes back as text.
import { rows } from "./rows.mjs";

const NO_ABORT = new AbortController().signal;
const MIB = 1_024 * 1_024;

function toolNamed(toolName) {
  const words = { label: toolName, description: `Does ${toolName}.`, inputSchema: { type: "object" } };
  return { name: `bench_${toolName}`, serverId: "bench", serverName: "Bench", toolName, ...words };
}

function answer(toolName, args) {
  const structuredContent = toolName === "rows" ? { rows: rows() } : args;
  return {
    kind: "answered",
    result: { status: "ok", content: [], structuredContent, mayHaveTakenEffect: false, serverAnswered: true },
  };
}

async function openLoop() {
  const { corePart } = await import("../kit/loop-parts.mjs");
  const { createScriptEngine, systemClock: clock } = await import("@loop/core/host");
  const { runScript } = await corePart("codemode/run-script.js");
  const { ScriptCatalog } = await corePart("codemode/script-catalog.js");
  const tools = ["echo", "rows", "wait"].map(toolNamed);
  const servers = [{ id: "bench", name: "Bench", toolNames: tools.map(({ name }) => name) }];
  const catalog = new ScriptCatalog({ tools, servers });
  const engine = createScriptEngine(clock);
  return {
    run: async (source, { whileWaiting = null } = {}) => {
      const invoke = async ({ tool, args }) => {
        if (tool.toolName === "wait") await whileWaiting();
        return answer(tool.toolName, args);
      };
      const request = { callId: "k", source: source.replaceAll("CALL", "tools.bench"), catalog, engine, clock, invoke };
      const { end, content } = await runScript({ ...request, runsUnasked: () => false, signal: NO_ABORT });
      if (end.code !== "ok") throw new Error(`the script ended with ${end.code} ${end.fault?.message ?? ""}`);
      return content.map(({ text }) => text).join("");
    },
    close: () => engine.close(),
  };
}

async function openRun() {
  const { createRunner } = await import("run");
  // Its own limits for memory and time; only what a tool may answer is raised to what Loop lets through.
  const runner = createRunner({ limits: { maxHostFunctionOutputBytes: 16 * MIB } });
  return {
    run: async (source, { whileWaiting = null } = {}) => {
      const bench = { echo: async (input) => input, rows: async () => ({ rows: rows() }), wait: () => whileWaiting() };
      const { status, value } = await runner.run({
        source: source.replaceAll("CALL", "bench"),
        hostFunctions: { bench },
      });
      if (status !== "completed") throw new Error(`the script ended with ${status}`);
      return typeof value === "string" ? value : JSON.stringify(value);
    },
    close: async () => undefined,
  };
}

export const ENGINES = [
  { name: "Loop", package: "@loop/core", open: openLoop },
  { name: "run", package: "run", open: openRun },
];

export const engineNamed = (name) => ENGINES.find((engine) => engine.name === name);
