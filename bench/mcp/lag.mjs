// What a server can do to the program around a client: how long the main thread stands still under a large result, and
// under schemas that take for ever to check.
import { measureLag } from "../kit/lag.mjs";
import { within } from "../kit/measure.mjs";
import { inRounds, Samples } from "../kit/rounds.mjs";
import { figure, median, quantile } from "../kit/statistics.mjs";
import { CLIENTS } from "./clients.mjs";
import { HOSTILE_TEXT } from "./fixture-answers.mjs";

const CALL_LIMIT_MS = 60_000;

/** What the client made of it, in a word. */
function outcomeOf(result) {
  if (result instanceof Error) return "error";
  if (result?.ok === false) return result.code;
  if (result?.status !== undefined && result.status !== "ok") return result.code;
  return "answered";
}

async function oneCall(opened, server, { tool, args }) {
  try {
    return await within(CALL_LIMIT_MS, tool, () => opened.call(server.id, tool, args));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function measureTool(server, rounds, call) {
  const lags = new Samples();
  const opened = new Map();
  const refused = new Map();
  for (const { name, open } of CLIENTS) {
    try {
      opened.set(name, await open([server]));
      await opened.get(name).call(server.id, "echo", { text: "warm" });
    } catch {
      refused.set(name, "did not open");
    }
  }
  const running = CLIENTS.filter(({ name }) => opened.has(name));
  await inRounds(running, rounds, async ({ name }) => {
    const { value, p99Ms, maxMs } = await measureLag(() => oneCall(opened.get(name), server, call));
    lags.add(name, { p99Ms, maxMs, outcome: outcomeOf(value) });
  });
  for (const { close } of opened.values()) await close();
  return CLIENTS.map(({ name }) => ({
    name,
    p99Ms: figure(median(lags.field(name, "p99Ms"))),
    maxMs: figure(median(lags.field(name, "maxMs"))),
    worstMs: figure(quantile(lags.field(name, "maxMs"), 1)),
    outcome: [...new Set(lags.field(name, "outcome"))].join(", ") || refused.get(name),
  }));
}

export async function lagUnder({ stdio, http, rounds, hostileRounds }) {
  return {
    rounds,
    hostileRounds,
    bigStdio: await measureTool(stdio, rounds, { tool: "big", args: {} }),
    bigHttp: await measureTool(http, rounds, { tool: "big", args: {} }),
    hostileOutput: await measureTool(stdio, hostileRounds, { tool: "hostile_output", args: {} }),
    hostileInput: await measureTool(stdio, hostileRounds, { tool: "hostile_input", args: { word: HOSTILE_TEXT } }),
  };
}
