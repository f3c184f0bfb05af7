import {
  asFields,
  type Fields,
  failure,
  INVALID_PARAMS,
  isRequestId,
  METHOD_NOT_FOUND,
  type Reply,
  type RequestId,
  readMessage,
} from "./json-rpc.js";
import { Notes } from "./notes.js";
import { runTool } from "./run-tool.js";
import { checkArguments } from "./tool-arguments.js";
import { TOOLS } from "./tool-list.js";
import { failed } from "./tool-result.js";

const VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const LATEST = "2025-11-25";
const INSTRUCTIONS = [
  "The sample server that comes with Loop: an echo, a clock, notes in memory, a picture, a slow and a failing tool.",
  "Nothing it does leaves this computer, and its notes are forgotten when it stops.",
].join("\n");

export interface SampleServerOptions {
  /** Takes one JSON-RPC message to the client. */
  readonly send: (message: Fields) => void;
  readonly now: () => Date;
}

/** The bundled sample MCP server over any line-based channel. One client, one set of notes. */
export class SampleServer {
  readonly #options: SampleServerOptions;
  readonly #notes = new Notes();
  readonly #running = new Map<RequestId, AbortController>();

  constructor(options: SampleServerOptions) {
    this.#options = options;
  }

  /** Takes one line from the client. A line that is no message is skipped. */
  hear(line: string): void {
    const message = readMessage(line);
    if (message === null) return;
    if (message.kind === "notification") {
      if (message.method === "notifications/cancelled") this.#cancel(message.params.requestId);
      return;
    }
    void this.#answer(message.id, message.method, message.params); // never rejects: tools answer with their failures
  }

  /** Ends every running call; the client is gone. */
  close(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  #cancel(id: unknown): void {
    if (isRequestId(id)) this.#running.get(id)?.abort();
  }

  async #answer(id: RequestId, method: string, params: Fields): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    const reply = await this.#reply(method, params, controller.signal);
    if (this.#running.get(id) === controller) this.#running.delete(id);
    if (!controller.signal.aborted) this.#options.send({ jsonrpc: "2.0", id, ...reply });
  }

  async #reply(method: string, params: Fields, signal: AbortSignal): Promise<Reply> {
    switch (method) {
      case "initialize":
        return { result: greeting(params.protocolVersion) };
      case "ping":
        return { result: {} };
      case "tools/list":
        return listTools(params);
      case "tools/call":
        return this.#call(params, signal);
      default:
        return failure(METHOD_NOT_FOUND, "This server has no such method.");
    }
  }

  async #call(params: Fields, signal: AbortSignal): Promise<Reply> {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (tool === undefined) return failure(INVALID_PARAMS, "This server has no such tool.");
    const args = asFields(params.arguments ?? {});
    if (args === null) return failure(INVALID_PARAMS, "The arguments must be an object.");
    const problem = checkArguments(tool, args);
    if (problem !== null) return { result: failed(problem) };
    const token = asFields(params._meta)?.progressToken;
    const onProgress = (at: { done: number; total: number; words: string }) => {
      if (isRequestId(token) && !signal.aborted) this.#options.send(progress(token, at));
    };
    const context = { notes: this.#notes, now: this.#options.now, signal, onProgress };
    return { result: await runTool(tool.name, args, context) };
  }
}

function greeting(wanted: unknown): Fields {
  return {
    protocolVersion: VERSIONS.find((version) => version === wanted) ?? LATEST,
    capabilities: { tools: {} },
    serverInfo: { name: "loop-sample", title: "Loop sample", version: "1.0.0" },
    instructions: INSTRUCTIONS,
  };
}

function listTools(params: Fields): Reply {
  if (params.cursor !== undefined) return failure(INVALID_PARAMS, "All tools are on one page.");
  return { result: { tools: TOOLS } };
}

function progress(token: RequestId, at: { done: number; total: number; words: string }): Fields {
  return {
    jsonrpc: "2.0",
    method: "notifications/progress",
    params: { progressToken: token, progress: at.done, total: at.total, message: at.words },
  };
}
