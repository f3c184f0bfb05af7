// A prompt while servers hang: how long until the model is asked, with one ready server and any number of silent ones.
// The others have no prompt; for them it is the time to the ready server's tools, asked for the way their guides say.
import { createAgentSession } from "@loop/core";
import { measure, within } from "../kit/measure.mjs";
import { figure, median, quantile } from "../kit/statistics.mjs";
import { CLIENTS, LOOP, openLoopManager } from "./clients.mjs";

const READY_WITHIN_MS = 30_000;

/** A model that says "ok" and notes when it was asked. */
function listeningModel() {
  const model = {
    id: "bench/model",
    capabilities: { maxTools: null, toolResultImages: false, maxToolNameLength: 64, contextTokens: null },
    askedAt: null,
    tools: 0,
    async *stream({ tools }) {
      model.askedAt = performance.now();
      model.tools = tools.length;
      yield { type: "text-delta", text: "ok" };
      yield { type: "finished", usage: null, cut: false };
    },
  };
  return model;
}

async function untilReady(manager, id) {
  const isReady = async () => (await manager.list()).some((view) => view.config.id === id && view.status === "ready");
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 10));
}

async function onePrompt(manager, folder) {
  const model = listeningModel();
  const session = await createAgentSession({ model, workspaceRoot: folder, mcpManager: manager });
  const started = performance.now();
  for await (const event of session.prompt("Say ok."))
    if (event.type === "turn-end" && event.reason !== "done") throw new Error(event.code);
  await session.dispose();
  if (model.tools === 0) throw new Error("the prompt saw no tool");
  return model.askedAt - started;
}

async function loopPrompts({ ready, silent, prompts }) {
  const { manager, folder, close } = openLoopManager([ready, ...silent]);
  try {
    await within(READY_WITHIN_MS, "the ready server", () => untilReady(manager, ready.id));
    await onePrompt(manager, folder);
    const snapshots = [];
    const asked = [];
    for (let count = 0; count < prompts; count += 1) {
      snapshots.push((await measure(async () => manager.snapshot(folder))).wallMs);
      asked.push(await onePrompt(manager, folder));
    }
    return {
      snapshotMs: figure(median(snapshots)),
      askedMs: figure(median(asked)),
      p99Ms: figure(quantile(asked, 0.99)),
    };
  } finally {
    await close();
  }
}

/** The time to a first list beside silent servers, or that there was none within the limit. */
async function othersList(open, servers, limitMs) {
  try {
    const { value, wallMs } = await measure(() => within(limitMs, "the list", () => open(servers)));
    await within(limitMs, "closing", () => value.close()).catch(() => undefined);
    return `${figure(wallMs)} ms`;
  } catch {
    return `none within ${limitMs / 1_000} s`;
  }
}

export async function promptDispatch({ ready, silent, prompts, limitMs }) {
  const rows = [];
  for (const hanging of [0, silent.length]) {
    const figures = await loopPrompts({ ready, silent: silent.slice(0, hanging), prompts });
    rows.push({ hanging, ...figures });
  }
  const others = [];
  for (const { name, open } of CLIENTS.filter((client) => client.name !== LOOP)) {
    others.push({ name, list: await othersList(open, [ready, ...silent], limitMs) });
  }
  return { rows, others, prompts, limitMs };
}
