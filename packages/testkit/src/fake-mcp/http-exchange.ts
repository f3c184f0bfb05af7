import type { IncomingMessage, ServerResponse } from "node:http";
import type { FakeBehaviour } from "./behaviour.js";
import { FakeEngine } from "./engine.js";
import { type Fault, findFault } from "./faults.js";
import { HttpChannel } from "./http-channel.js";
import { HttpSessions } from "./http-sessions.js";
import { HttpStreams } from "./http-streams.js";
import type { JournalWriter } from "./journal.js";
import { namedRevision, parseMessage, type RpcMessage } from "./wire.js";

const sessionHeader = "mcp-session-id";

/** One HTTP request in, one answer out, with everything that may go wrong between. */
export class HttpExchange {
  readonly engine: FakeEngine;
  readonly sessions = new HttpSessions();
  readonly streams: HttpStreams;
  readonly #journal: JournalWriter;

  constructor(behaviour: FakeBehaviour, options: { journal: JournalWriter; die: () => void }) {
    this.#journal = options.journal;
    this.streams = new HttpStreams(options.journal);
    const host = { announce: (texts: readonly string[]) => this.streams.announce(texts), exit: options.die };
    this.engine = new FakeEngine(behaviour, { journal: options.journal, host });
  }

  dropStreams(): void {
    this.streams.dropAll();
    this.engine.subscriptions.dropAll();
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    const headers = flatHeaders(request);
    this.#journal.write({ kind: "http", detail: request.method, headers, params: { path: request.url } });
    const text = await readBody(request);
    if (text === null) return;
    const message = request.method === "POST" ? parseMessage(text) : null;
    const point = request.method === "POST" ? (message?.method ?? "response") : (request.method ?? "");
    if (message) this.engine.note(message, headers);
    const faults = this.engine.faultsFor(point, message ?? undefined);
    if (this.#refuses(response, headers) || this.#fails(response, faults)) return;
    if (request.method === "GET") return this.#get(response, { headers, faults });
    if (request.method === "DELETE") return this.#delete(response, headers);
    if (request.method !== "POST" || !message) return void response.writeHead(400).end();
    return this.#post(message, response, { headers, faults });
  }

  #refuses(response: ServerResponse, headers: Readonly<Record<string, string>>): boolean {
    const token = this.engine.behaviour.http?.token;
    if (token === undefined || headers.authorization === `Bearer ${token}`) return false;
    response.writeHead(401, { "www-authenticate": "Bearer" }).end('{"error":"unauthorized"}');
    return true;
  }

  /** Faults that answer without looking at the message. */
  #fails(response: ServerResponse, faults: readonly Fault[]): boolean {
    const drop = findFault(faults, "drop");
    const status = findFault(faults, "status");
    const redirect = findFault(faults, "redirect");
    if (drop && (drop.when ?? "at-once") === "at-once") response.destroy();
    else if (status)
      response.writeHead(status.status, status.headers).end(status.body ?? `{"error":"status ${status.status}"}`);
    else if (redirect) response.writeHead(redirect.status, { location: redirect.to }).end();
    else return false;
    return true;
  }

  #get(
    response: ServerResponse,
    request: { headers: Readonly<Record<string, string>>; faults: readonly Fault[] },
  ): void {
    if (findFault(request.faults, "silence")) return;
    const behaviour = this.engine.behaviour;
    if (behaviour.era === "modern") return void response.writeHead(405, { allow: "POST" }).end();
    if (this.#lacksSession(response, request.headers)) return;
    this.streams.accept(response, behaviour.http ?? {});
  }

  #delete(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    if (this.#lacksSession(response, headers)) return;
    this.sessions.end(headers[sessionHeader] ?? "");
    response.writeHead(200).end();
  }

  #lacksSession(response: ServerResponse, headers: Readonly<Record<string, string>>): boolean {
    if (this.engine.behaviour.http?.session === false) return false;
    const verdict = this.sessions.judge(headers[sessionHeader]);
    if (verdict === "fine") return false;
    const message = verdict === "missing" ? "Bad Request: no session id" : "Session not found";
    const body = JSON.stringify({ jsonrpc: "2.0", error: { code: -32001, message }, id: null });
    response.writeHead(verdict === "missing" ? 400 : 404, { "content-type": "application/json" }).end(body);
    return true;
  }

  async #post(
    message: RpcMessage,
    response: ServerResponse,
    request: { headers: Readonly<Record<string, string>>; faults: readonly Fault[] },
  ): Promise<void> {
    const { http, era } = this.engine.behaviour;
    const isStart = message.method === "initialize" || message.method === "server/discover";
    const hasSessions = namedRevision(message) === null && era !== "modern" && http?.session !== false;
    if (hasSessions && !isStart && this.#lacksSession(response, request.headers)) return;
    const opens = hasSessions && message.method === "initialize";
    const channel = new HttpChannel({
      response,
      requestHeaders: request.headers,
      extraHeaders: opens ? { [sessionHeader]: this.sessions.open() } : {},
      style: http?.style ?? "json",
      faults: request.faults,
      timers: this.engine.timers,
    });
    await this.engine.receive(message, channel, request.faults);
  }
}

function flatHeaders(request: IncomingMessage): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    flat[name] = Array.isArray(value) ? value.join(", ") : (value ?? "");
  }
  return flat;
}

/** null: the client went away while sending. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString("utf8");
}
