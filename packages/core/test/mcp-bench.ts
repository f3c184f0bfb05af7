import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { McpServerConfig, McpServerView } from "@loop/contract";
import {
  type FakeBehaviour,
  type FakeHttpServer,
  type FakeStdio,
  type FakeStdioOptions,
  fakeStdioCommand,
  makeTempDir,
  startFakeHttp,
  waitUntil,
} from "@loop/testkit";
import type { McpLimits } from "../src/mcp/limits.js";
import { McpManager, type McpManagerOptions } from "../src/mcp/manager.js";
import type { McpTool } from "../src/mcp/tool-source.js";

/** Real processes and sockets, with limits that a test can wait for. */
export const shortLimits: Partial<McpLimits> = {
  discoveryMs: 9_000,
  setupMs: 12_000,
  initialiseMs: 7_000,
  listMs: 4_000,
  refreshMs: 3_000,
  callMs: 5_000,
  probeMs: 2_000,
  refreshGapMs: 20,
  stopStageMs: 500,
};

/** A manager in a directory of its own, and the fakes it talks to; `close` leaves nothing of them. */
export class McpBench {
  readonly dir = makeTempDir("mcp-bench");
  readonly file = join(this.dir, "mcp.json");
  readonly signal = new AbortController().signal;
  readonly #managers: McpManager[] = [];
  readonly #fakes: { close(): unknown }[] = [];
  readonly #options: McpManagerOptions;
  #manager: McpManager | null = null;

  constructor(options: McpManagerOptions = {}) {
    this.#options = { ...options, limits: { ...shortLimits, ...options.limits } };
  }

  get manager(): McpManager {
    this.#manager ??= this.open();
    return this.#manager;
  }

  /** Another manager on the same file. */
  open(options: McpManagerOptions = {}): McpManager {
    const manager = new McpManager(this.file, { ...this.#options, ...options });
    this.#managers.push(manager);
    return manager;
  }

  stdio(behaviour: FakeBehaviour = {}, options: FakeStdioOptions = {}): FakeStdio {
    const fake = fakeStdioCommand(behaviour, options);
    this.#fakes.push({ close: () => fake.killAll() });
    return fake;
  }

  async http(behaviour: FakeBehaviour = {}): Promise<FakeHttpServer> {
    const fake = await startFakeHttp(behaviour);
    this.#fakes.push(fake);
    return fake;
  }

  /** Starts a fake and saves it. */
  async addStdio(id: string, behaviour: FakeBehaviour = {}, options: FakeStdioOptions = {}): Promise<FakeStdio> {
    const fake = this.stdio(behaviour, options);
    await this.manager.save(stdioConfig(id, fake));
    return fake;
  }

  async addHttp(id: string, behaviour: FakeBehaviour = {}): Promise<FakeHttpServer> {
    const fake = await this.http(behaviour);
    await this.manager.save(httpConfig(id, fake.url));
    return fake;
  }

  async view(id: string): Promise<McpServerView | undefined> {
    return (await this.manager.list()).find((view) => view.config.id === id);
  }

  async until(id: string, status: McpServerView["status"], withinMs = 20_000): Promise<McpServerView> {
    let last: McpServerView | undefined;
    const reached = async () => {
      last = await this.view(id);
      return last?.status === status;
    };
    try {
      await waitUntil(reached, { withinMs, everyMs: 10 });
    } catch {
      throw new Error(
        `${id} is ${last?.status} ${last !== undefined && "code" in last ? last.code : ""}, not ${status}`,
      );
    }
    if (last === undefined) throw new Error("unreachable");
    return last;
  }

  /** The code of a server that ends in error. */
  async untilCode(id: string, withinMs = 20_000): Promise<string> {
    const view = await this.until(id, "error", withinMs);
    return view.status === "error" ? view.code : "";
  }

  tool(toolName: string, serverId?: string): McpTool {
    const found = this.manager
      .tools(this.dir)
      .find((tool) => tool.toolName === toolName && (serverId === undefined || tool.serverId === serverId));
    if (found === undefined) throw new Error(`no ready tool ${toolName}`);
    return found;
  }

  call(toolName: string, args: unknown = {}, signal = this.signal) {
    return this.manager.call(this.tool(toolName), args, signal);
  }

  fileText(): string {
    return readFileSync(this.file, "utf8");
  }

  async close(): Promise<void> {
    await Promise.all(this.#managers.map((manager) => manager.close()));
    for (const fake of this.#fakes) await fake.close();
  }
}

export function stdioConfig(id: string, fake: Pick<FakeStdio, "command" | "args" | "env">): McpServerConfig {
  const env = Object.entries(fake.env).map(([key, value]) => ({ key, value }));
  const { args, command } = fake;
  return {
    id,
    name: `Name of ${id}`,
    enabled: true,
    transport: { type: "stdio", command, args, env, envVars: [], cwd: "" },
  };
}

export function httpConfig(id: string, url: string): McpServerConfig {
  return {
    id,
    name: `Name of ${id}`,
    enabled: true,
    transport: { type: "http", url, bearerTokenEnv: "", headers: [], envHeaders: [] },
  };
}

/** The code of a management method that must fail. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error && "code" in error) return String(error.code);
    throw error;
  }
  return "(it did not fail)";
}

/** Text of a result's first block. */
export function textOf(result: { readonly content: readonly { readonly type: string }[] }): string {
  const [block] = result.content;
  return block !== undefined && "text" in block && typeof block.text === "string" ? block.text : "";
}
