// The same hundred calls through a whole session: every one of them checked, allowed by the preset, told in events.
import { createAgentSession } from "@loop/core";
import { CatalogLifetime } from "@loop/core/host";
import { measure } from "../kit/measure.mjs";
import { figure, median } from "../kit/statistics.mjs";

/** A source in this process, so that no server's time is in the figure. */
function echoSource() {
  const lifetime = new CatalogLifetime("bench-1", "bench");
  const inputSchema = { type: "object", properties: { i: { type: "number" } } };
  const tool = {
    name: "bench_echo",
    serverId: "bench",
    serverName: "Bench",
    toolName: "echo",
    label: "echo",
    description: "",
    inputSchema,
  };
  return {
    snapshot: () => ({ tools: [tool], servers: [{ id: "bench", name: "Bench", toolNames: [tool.name] }] }),
    lifetimeOf: () => lifetime,
    validate: async () => ({ ok: true }),
    call: async (_tool, args) => ({
      status: "ok",
      content: [],
      structuredContent: args,
      mayHaveTakenEffect: false,
      serverAnswered: true,
    }),
  };
}

async function runOnce(session, script) {
  let ended = 0;
  for await (const event of session.call("codemode", { script }))
    if (event.type === "call-end" && event.status === "ok") ended += 1;
  return ended;
}

export async function sessionCalls({ rounds, calls }) {
  const options = { model: null, workspaceRoot: process.cwd(), permission: "full-access", mcpManager: echoSource() };
  const session = await createAgentSession(options);
  const script = `for (let i = 0; i < ${calls}; i += 1) await tools.bench.echo({ i });`;
  await runOnce(session, script);
  const walls = [];
  const cpus = [];
  for (let round = 0; round < rounds; round += 1) {
    const { value, wallMs, cpuMs } = await measure(() => runOnce(session, script));
    if (value !== calls + 1) throw new Error(`${value} steps instead of ${calls + 1}`);
    walls.push(wallMs);
    cpus.push(cpuMs);
  }
  await session.dispose();
  return { calls, perSecond: figure((calls / median(walls)) * 1_000), cpuMsPerCall: figure(median(cpus) / calls) };
}
