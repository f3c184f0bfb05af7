import { parseJsonInSlices, SLICED_JSON_BYTES } from "../kit/json-in-slices.js";
import { McpFailure, statusFailure, toFailure } from "./failures.js";
import { discard, readBytes, readErrorText } from "./http-body.js";
import type { HttpConnection, HttpReply, HttpRequest } from "./http-connection.js";
import { guardEvents } from "./http-events.js";
import { MAX_MESSAGE_DEPTH } from "./limits.js";
import { isRecord, type JSONRPCMessage, type MessageId } from "./transport.js";

export interface StreamObserver {
  /** The stand-alone notification stream is open. */
  onStreamOpen(): void;
  /** It ended or could not be opened; null when the server ended it in good order. */
  onStreamEnd(failure: McpFailure | null): void;
  /** The server said that there is none. */
  onStreamRefused(status: number): void;
  /** One answer had to be thrown away. */
  onAnswerLost(id: MessageId | null, failure: McpFailure): void;
  /** A long message of a stream, taken out of it. */
  onLongMessage(message: JSONRPCMessage): void;
}

export interface GuardedFetchOptions {
  readonly connection: HttpConnection;
  readonly observer: StreamObserver;
}

const maxRedirects = 3;

/**
 * What the library's transport uses as `fetch`. A reply that carries no answer becomes a failure with its code here, so
 * that no body, header or address of it travels any further. Redirects are followed within the origin only (CFG-12).
 */
export function guardedFetch(options: GuardedFetchOptions) {
  return async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const request = toRequest(input, init);
    try {
      const reply = await sendWithinOrigin(options.connection, request);
      return await toResponse(request, reply, options.observer);
    } catch (error) {
      if (request.signal?.aborted) throw error;
      const failure = toFailure(error);
      if (request.method === "GET") options.observer.onStreamEnd(failure);
      throw failure;
    }
  };
}

function toRequest(input: string | URL, init: RequestInit): HttpRequest {
  const headers = Object.fromEntries(new Headers(init.headers).entries());
  return {
    url: new URL(input),
    method: init.method ?? "GET",
    // Decompression multiplies what a server can make Loop hold.
    headers: { ...headers, "accept-encoding": "identity" },
    body: typeof init.body === "string" ? init.body : null,
    signal: init.signal ?? null,
  };
}

async function sendWithinOrigin(connection: HttpConnection, request: HttpRequest): Promise<HttpReply> {
  let { url } = request;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const reply = await connection.send({ ...request, url });
    if (reply.status < 300 || reply.status >= 400) return reply;
    await discard(reply.body);
    const target = redirectTarget(url, reply);
    if (target === null) break;
    url = target;
  }
  throw new McpFailure("redirect-refused", { endsConnection: true, notSent: true });
}

/** Only the two statuses that keep method and body, and only to the same scheme, host and port. */
function redirectTarget(from: URL, reply: HttpReply): URL | null {
  const location = headerText(reply, "location");
  if ((reply.status !== 307 && reply.status !== 308) || location === null || !URL.canParse(location, from.href))
    return null;
  const target = new URL(location, from);
  const carriesCredentials = target.username !== "" || target.password !== "";
  return target.origin === from.origin && !carriesCredentials ? target : null;
}

async function toResponse(request: HttpRequest, reply: HttpReply, observer: StreamObserver): Promise<Response> {
  if (headerText(reply, "content-encoding") !== null && headerText(reply, "content-encoding") !== "identity") {
    void discard(reply.body); // settles by itself
    throw new McpFailure("not-mcp");
  }
  if (request.method === "GET") return streamResponse(reply, observer);
  if (request.method === "DELETE") {
    await discard(reply.body);
    return new Response(null, { status: reply.status < 300 ? 200 : 405 });
  }
  return reply.status >= 200 && reply.status < 300
    ? answerResponse(request, reply, observer)
    : refusalResponse(request, reply);
}

/** With these a server says that it has no such stream, which is its right. */
const noStreamStatuses: readonly number[] = [400, 404, 405, 406];

async function streamResponse(reply: HttpReply, observer: StreamObserver): Promise<Response> {
  if (reply.status === 200 && mediaType(reply) === "text/event-stream") {
    observer.onStreamOpen();
    const stream = guardEvents(reply.body, {
      onViolation: () => undefined,
      onLongMessage: (message) => observer.onLongMessage(message),
      onEnd: (error) => observer.onStreamEnd(error === null ? null : toFailure(error)),
    });
    return new Response(stream, { status: 200, headers: { "content-type": "text/event-stream" } });
  }
  await discard(reply.body);
  if (reply.status >= 300 && !noStreamStatuses.includes(reply.status)) {
    throw statusFailure(reply.status, { wantsOAuth: false, sentCredentials: true, hasSession: true });
  }
  observer.onStreamRefused(reply.status);
  // This status is how the library is told, quietly, that there is no stream.
  return new Response(null, { status: 405 });
}

async function answerResponse(request: HttpRequest, reply: HttpReply, observer: StreamObserver): Promise<Response> {
  const session = headerText(reply, "mcp-session-id");
  const type = mediaType(reply);
  const headers = new Headers({ "content-type": type });
  if (session !== null) headers.set("mcp-session-id", session);
  if (type === "text/event-stream") {
    const stream = guardEvents(reply.body, {
      onViolation: (failure) => observer.onAnswerLost(ownId(request), failure),
      onLongMessage: (message) => observer.onLongMessage(message),
      onEnd: () => undefined,
    });
    return new Response(stream, { status: 200, headers });
  }
  const bytes = type === "application/json" ? await readBytes(reply.body) : await discard(reply.body);
  if (bytes !== null && bytes.length >= SLICED_JSON_BYTES)
    return parsedResponse(await parseJsonInSlices(bytes, { maxDepth: MAX_MESSAGE_DEPTH }), headers);
  const text = bytes?.toString("utf8") ?? "";
  if (text.trim() !== "") return new Response(text, { status: 200, headers });
  // Whatever is said to a notification, it was taken; a request without an answer is for the library to refuse.
  return new Response(null, { status: ownId(request) === null ? 202 : 200, headers });
}

/** The library asks a response for its JSON, which for a long one has been read already. */
function parsedResponse(value: unknown, headers: Headers): Response {
  return Object.assign(new Response(null, { status: 200, headers }), { json: () => Promise.resolve(value) });
}

/** A refusal that answers this very request is an answer like any other; the rest is told by its status. */
async function refusalResponse(request: HttpRequest, reply: HttpReply): Promise<Response> {
  const hasSession = request.headers["mcp-session-id"] !== undefined;
  const challenge = headerText(reply, "www-authenticate") ?? "";
  const text = await readErrorText(reply.body);
  const isOpen = reply.status !== 401 && reply.status !== 403 && !(hasSession && reply.status === 404);
  if (isOpen && answersRequest(text, ownId(request), hasSession)) {
    return new Response(text, { status: 200, headers: { "content-type": "application/json" } });
  }
  throw statusFailure(reply.status, {
    wantsOAuth: /resource_metadata|authorization_uri/i.test(challenge),
    sentCredentials: request.headers.authorization !== undefined,
    hasSession,
  });
}

/** Codes under which servers say that they do not know the session. */
const sessionErrorCodes: readonly unknown[] = [-32_000, -32_001];

function answersRequest(text: string, id: MessageId | null, hasSession: boolean): boolean {
  if (id === null || text === "") return false;
  const answer = parseJson(text);
  if (!isRecord(answer) || answer.id !== id || !isRecord(answer.error)) return false;
  return !(hasSession && sessionErrorCodes.includes(answer.error.code));
}

/** Null for a notification. Read only where something went wrong, since it costs a parse. */
function ownId(request: HttpRequest): MessageId | null {
  const message = parseJson(request.body ?? "");
  if (!isRecord(message) || message.method === undefined) return null;
  return typeof message.id === "string" || typeof message.id === "number" ? message.id : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function headerText(reply: HttpReply, name: string): string | null {
  const value = reply.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

function mediaType(reply: HttpReply): string {
  return (headerText(reply, "content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}
