// Run by the packaging test inside a folder where the packed package is installed: `packed-calls.mjs <mcp.json>`.
// Starts both kinds of worker through calls by hand and prints how each call ended.
import { createAgentSession, McpManager } from "@loop/core";
import { personalPolicy } from "@loop/core/host";

const SCRIPT = `
const said: { text: string } = { text: "from a script" };
return await tools.fake.echo(said);
`;

async function endOf(events) {
  let last = null;
  for await (const event of events) if (event.type === "call-end" && !event.callId.includes("/")) last = event;
  return { status: last?.status, code: last?.code, result: last?.result };
}

const manager = new McpManager(process.argv[2]);
const ready = new Promise((resolve) => {
  manager.subscribe(({ view }) => {
    if (view?.status === "ready" || view?.status === "error") resolve();
  });
});
const session = await createAgentSession({ model: null, workspaceRoot: process.cwd(), mcpManager: manager });
session.setApprovalHandler(async () => "allowed");
await ready;
const dial = (number) => endOf(session.call({ serverId: "fake", toolName: "dial" }, { number }));
const ends = {
  script: await endOf(session.call("codemode", { script: SCRIPT })),
  misfit: await dial("none"),
  fit: await dial("030-1234"),
};
await session.dispose();
await manager.close();
console.log(JSON.stringify({ ...ends, hostPolicy: personalPolicy.name }));
