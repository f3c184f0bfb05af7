import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Timers } from "../fake-mcp/timers.js";
import { isRecord } from "../fake-mcp/wire.js";
import { seenChatRequest } from "./chat-request.js";
import { chatBody, chatEvents } from "./chat-stream.js";
import { type SeenRequest, scriptOver, type Turn } from "./script.js";
import { openStream, sufferFault, type WireFault, type WireScript } from "./wire-faults.js";

export interface WireRequest extends SeenRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Whether the client hung up before the end. */
  aborted: boolean;
}

export interface WireModel {
  readonly baseUrl: string;
  /** What Loop reads to use this model. */
  readonly env: Record<string, string>;
  readonly requests: readonly WireRequest[];
  /** Replaces the script; the count of requests starts again. */
  setScript(script: WireScript): void;
  close(): Promise<void>;
}

/** A raw server of the chat-completions wire on a free port of 127.0.0.1. */
export async function startWireModel(script: WireScript): Promise<WireModel> {
  const requests: WireRequest[] = [];
  const timers = new Timers();
  let current = script;
  let since = 0;
  const server = createServer((request, response) => void answer(request, response)); // ends every response itself
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const body = await bodyOf(request);
    if (request.method === "GET")
      return void response.end('{"object":"list","data":[{"id":"scripted","object":"model"}]}');
    const seen: WireRequest = {
      ...seenChatRequest(body, requests.length - since),
      headers: request.headers,
      aborted: false,
    };
    requests.push(seen);
    response.on("close", () => {
      seen.aborted = !response.writableEnded;
    });
    await reply({ response, timers, seen, answer: wireAnswer(current, seen) });
  }
  const origin = await listen(server);
  return {
    baseUrl: `${origin}/v1`,
    env: { LOOP_MODEL: "openai-compatible/scripted", OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API_KEY: "scripted" },
    requests,
    setScript: (next) => {
      current = next;
      since = requests.length;
    },
    close: () => close(server, timers),
  };
}

function wireAnswer(script: WireScript, seen: SeenRequest): Turn | WireFault {
  if (typeof script === "function") return script(seen);
  const turn = script[seen.index] ?? scriptOver;
  return typeof turn === "function" ? turn(seen) : turn;
}

interface Reply {
  readonly response: ServerResponse;
  readonly timers: Timers;
  readonly seen: SeenRequest;
  readonly answer: Turn | WireFault;
}

async function reply(exchange: Reply): Promise<void> {
  const { response, seen, answer, timers } = exchange;
  if ("wire" in answer) return sufferFault({ response, timers, requestIndex: seen.index }, answer);
  const streams = isRecord(seen.raw) && seen.raw.stream === true;
  if (!streams)
    return void response.writeHead(200, { "content-type": "application/json" }).end(chatBody(answer, seen.index));
  openStream(response);
  response.end(chatEvents(answer, seen.index).join(""));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return null;
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

async function close(server: Server, timers: Timers): Promise<void> {
  timers.stop();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
