import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { createAgentSession, McpManager, type McpServerConfig } from "@loop/core";

const [model = "openai/gpt-5", question = "What time is it in Berlin?"] = process.argv.slice(2);
const sample: McpServerConfig = {
  id: "sample",
  name: "Sample",
  enabled: true,
  transport: {
    type: "stdio",
    command: process.execPath,
    args: [fileURLToPath(import.meta.resolve("@loop/core/sample-server"))],
    env: [],
    envVars: [],
    cwd: "",
  },
};

const manager = new McpManager("loop-data/mcp.json");
const terminal = createInterface({ input: process.stdin, output: process.stdout });
const session = await createAgentSession({ model, workspaceRoot: process.cwd(), mcpManager: manager });
session.setApprovalHandler(async ({ tool, args }, { signal }) => {
  const name = "builtin" in tool ? tool.builtin : tool.label;
  const answer = await terminal.question(`Allow ${name} ${JSON.stringify(args)}? (y/n) `, { signal });
  return answer === "y" ? "allowed" : "denied";
});

try {
  // A prompt never waits for a server: it gets the tools that are ready when it starts.
  const connected = new Promise<void>((resolve) => {
    manager.subscribe(({ view }) => {
      if (view?.status === "ready" || view?.status === "error") resolve();
    });
  });
  await manager.save(sample);
  await connected;
  for await (const event of session.prompt(question)) {
    if (event.type === "text-delta") process.stdout.write(event.text);
    if (event.type === "turn-end") console.log(`\n(${event.code ?? event.reason})`);
  }
} finally {
  terminal.close();
  await session.dispose();
  await manager.close();
}
