import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { McpServerConfig, McpServerView } from "@loop/contract";
import { McpManager } from "@loop/core";
import { waitForServers } from "./wait-for-servers.js";

export interface TriedServer {
  /** How it was when the wait was over. */
  readonly view: McpServerView | null;
  readonly tools: readonly { readonly toolName: string; readonly description: string }[];
}

export interface TryOptions {
  readonly withinMs: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/**
 * Connects to one server and reads its tools, in a folder of its own that is gone afterwards, so that nothing is stored
 * and no other server starts. Rejects with an `McpManagerError` for a configuration that cannot be used.
 */
export async function tryServer(config: McpServerConfig, options: TryOptions): Promise<TriedServer> {
  const folder = await mkdtemp(join(tmpdir(), "loop-try-"));
  const manager = new McpManager(join(folder, "mcp.json"));
  try {
    await manager.save({ ...config, enabled: true }, true);
    const [view = null] = await waitForServers({ ...options, list: () => manager.list() });
    return { view, tools: manager.snapshot(process.cwd()).tools };
  } finally {
    await manager.close();
    await rm(folder, { recursive: true, force: true });
  }
}
