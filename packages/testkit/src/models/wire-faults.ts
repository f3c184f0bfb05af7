import type { ServerResponse } from "node:http";
import type { Timers } from "../fake-mcp/timers.js";
import { chatEvents, textChunk } from "./chat-stream.js";
import type { ScriptTurn, SeenRequest, Turn } from "./script.js";

/** Answers no provider should give, and some do. */
export type WireFault =
  /** A chunk that is no JSON, in the middle of the text. */
  | { readonly wire: "bad-chunk" }
  /** The page of a proxy. */
  | { readonly wire: "html"; readonly status?: number }
  /** Some text, then nothing, and the connection stays open. */
  | { readonly wire: "stall"; readonly text?: string }
  /** Accepted, and never a byte. */
  | { readonly wire: "silence" }
  /** Some text, then the connection breaks. */
  | { readonly wire: "cut"; readonly text?: string }
  /** The stream ends politely without a finish. */
  | { readonly wire: "unfinished"; readonly text?: string }
  | {
      readonly wire: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  | { readonly wire: "slow"; readonly everyMs: number; readonly turn: Turn }
  /** Text until the client hangs up. */
  | { readonly wire: "endless"; readonly chunkBytes?: number };

export type WireTurn = ScriptTurn | WireFault;
export type WireScript = readonly WireTurn[] | ((request: SeenRequest) => Turn | WireFault);

export const invalidKey: WireFault = {
  wire: "status",
  status: 401,
  body: '{"error":{"message":"Incorrect API key: sk-raw","code":"invalid_api_key"}}',
};

export function rateLimited(retryAfterSeconds: number): WireFault {
  const headers = { "retry-after": String(retryAfterSeconds) };
  return {
    wire: "status",
    status: 429,
    headers,
    body: '{"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}}',
  };
}

export function openStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
}

export interface FaultContext {
  readonly response: ServerResponse;
  readonly timers: Timers;
  readonly requestIndex: number;
}

export async function sufferFault({ response, timers, requestIndex }: FaultContext, fault: WireFault): Promise<void> {
  switch (fault.wire) {
    case "silence":
      return;
    case "html":
      response.writeHead(fault.status ?? 502, { "content-type": "text/html" });
      return void response.end("<html><body><h1>502 Bad Gateway</h1></body></html>");
    case "status":
      response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
      return void response.end(fault.body ?? '{"error":{"message":"raw provider text"}}');
    case "slow":
      openStream(response);
      return sendSlowly(response, timers, { events: chatEvents(fault.turn, requestIndex), everyMs: fault.everyMs });
    case "endless":
      openStream(response);
      return sendForEver(response, textChunk("x".repeat(fault.chunkBytes ?? 1_024)));
    case "bad-chunk":
      openStream(response);
      return void response.end(
        `${textChunk("before")}data: {"choices":[{"delta"\n\n${textChunk("after")}data: [DONE]\n\n`,
      );
    case "unfinished":
      openStream(response);
      return void response.end(textChunk(fault.text ?? "half"));
    case "stall":
    case "cut":
      openStream(response);
      response.write(textChunk(fault.text ?? "half"));
      // A tick later, or the text would not leave.
      if (fault.wire === "cut") setTimeout(() => response.destroy(), 20).unref();
  }
}

async function sendSlowly(
  response: ServerResponse,
  timers: Timers,
  pace: { readonly events: readonly string[]; readonly everyMs: number },
): Promise<void> {
  for (const event of pace.events) {
    if (response.destroyed) return;
    response.write(event);
    await timers.wait(pace.everyMs);
  }
  response.end();
}

/** At the rate at which the client reads. */
function sendForEver(response: ServerResponse, event: string): void {
  const more = () => {
    while (!response.destroyed && response.write(event));
  };
  response.on("drain", more);
  more();
}
