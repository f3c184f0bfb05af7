import { fileURLToPath } from "node:url";
import type { McpServerConfig, McpServerView, RouteReply } from "@loop/contract";
import { importServers, type McpManager } from "@loop/core";
import type { ApiHandlers } from "../http/api-handlers.js";
import type { LazyManager } from "../lazy-manager.js";
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
  | "importServers"
>;

export const SAMPLE_SERVER_ID = "sample";

/** Every command answers once the file is written; what the servers then do is told by the events (WEB-06). */
export function mcpSettingsRoutes(services: Services, manager: LazyManager): McpRoutes {
  const listed = async (
    command: (made: McpManager) => Promise<McpServerView[]>,
  ): Promise<Result<{ servers: McpServerView[] }>> => {
    const made = await manager.get();
    return attempt(command(made).then((servers) => ({ servers })));
  };
  return {
    listServers: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      const result = await listed((made) => made.list());
      return result.ok ? ok({ ...result.value, cursor }) : result;
    },
    createServer: ({ body }) => listed((made) => made.save(body, true)),
    replaceServer: async ({ param, body }) => {
      if (body.id !== param("id")) return failed("server-id-mismatch");
      return listed((made) => made.save(body, false));
    },
    enableServer: ({ param, body }) => listed((made) => made.setEnabled(param("id"), body.enabled)),
    retryServer: ({ param }) => listed((made) => made.retry(param("id"))),
    deleteServer: ({ param }) => listed((made) => made.remove(param("id"))),
    addSampleServer: () => listed((made) => made.save(sampleServer(), true)),
    importServers: async ({ body }) => previewOf(body.text),
  };
}

/** What a pasted text holds; nothing of it stays here (CFG-19). */
function previewOf(text: string): Result<RouteReply<"importServers">> {
  const found = importServers(text);
  return "code" in found ? failed(found.code) : ok({ entries: [...found] });
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
