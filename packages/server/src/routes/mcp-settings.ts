import { fileURLToPath } from "node:url";
import type { McpServerConfig, McpServerView } from "@loop/contract";
import type { ApiHandlers } from "../http/api-handlers.js";
import { attempt, failed, ok, type Result } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

type McpRoutes = Pick<
  ApiHandlers,
  | "listServers"
  | "createServer"
  | "replaceServer"
  | "enableServer"
  | "retryServer"
  | "deleteServer"
  | "addSampleServer"
  | "listTools"
>;

export const SAMPLE_SERVER_ID = "sample";

/** Every command answers once the file is written; what the servers then do is told by the events (WEB-06). */
export function mcpSettingsRoutes(services: Services): McpRoutes {
  const { servers } = services;
  const command = (work: Promise<void>) => attempt(work.then(() => listed(services)));
  return {
    listServers: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      return attempt(listed(services).then((list) => ({ ...list, cursor })));
    },
    createServer: ({ body }) => command(servers.save(body, true)),
    replaceServer: async ({ param, body }): Promise<Result<{ servers: McpServerView[] }>> => {
      if (body.id !== param("id")) return failed("server-id-mismatch");
      return command(servers.save(body, false));
    },
    enableServer: ({ param, body }) => command(servers.setEnabled(param("id"), body.enabled)),
    retryServer: ({ param }) => command(servers.retry(param("id"))),
    deleteServer: ({ param }) => command(servers.remove(param("id"))),
    addSampleServer: () => command(servers.save(sampleServer(), true)),
    listTools: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      const tools = servers.tools(services.settings.workspace).map((tool) => ({
        serverId: tool.serverId,
        toolName: tool.toolName,
        modelName: tool.name,
        label: tool.label,
        description: tool.description,
        inputSchema: tool.inputSchema,
      }));
      return ok({ tools, cursor });
    },
  };
}

async function listed(services: Services): Promise<{ servers: McpServerView[] }> {
  return { servers: [...(await services.servers.list())] };
}

/** The bundled server, run by the same Node that runs Loop. */
function sampleServer(): McpServerConfig {
  return {
    id: SAMPLE_SERVER_ID,
    name: "Sample",
    enabled: true,
    transport: {
      type: "stdio",
      command: process.execPath,
      args: [samplePath()],
      env: [],
      envVars: [],
      cwd: "",
    },
  };
}

function samplePath(): string {
  return fileURLToPath(import.meta.resolve("@loop/core/sample-server"));
}
