import type { ErrorCode } from "@loop/contract";
import { type JSONRPCErrorResponse, ProtocolError } from "@modelcontextprotocol/client";
import type { OnLost } from "../kit/deadline.js";
import { McpFailure } from "./failures.js";
import {
  isRecord,
  type JSONRPCMessage,
  type McpTransport,
  type MessageId,
  methodOf,
  type Transport,
  type TransportSendOptions,
} from "./transport.js";

/** Under this key of `_meta` the library's client hands back the result as the server sent it. */
const rawKey = "loop/raw";
/** Results that are read leniently: the library would refuse the whole for one odd part of it. */
const emptyResults: Readonly<Record<string, object>> = {
  "tools/list": { resultType: "complete", tools: [], ttlMs: 0, cacheScope: "private" },
  "tools/call": { resultType: "complete", content: [] },
};

interface Pending {
  readonly method: string;
  /** Closes the request's own connection, where it has one. */
  readonly abort: AbortController | null;
  /** Takes the answer of a request that is not the client's. */
  readonly take: ((answer: JSONRPCMessage | McpFailure) => void) | null;
}

type Request = JSONRPCMessage & { readonly id: MessageId; readonly method: string };

/** Requests of our own count from here; the clients' ids stay below. */
const ownFirstId = 1_000_000;

export interface WireOptions {
  /** Clients that share a transport count their requests from different numbers. */
  readonly firstId: number;
  readonly onToolsChanged: () => void;
  readonly onClosed: () => void;
}

/**
 * Stands between the library's client and a transport. It makes every request settle: an answer that is lost, a stream
 * that ends early and a cancelled request are seen here. Notifications end here too, however many there are.
 */
export class Wire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;
  readonly #inner: McpTransport;
  readonly #options: WireOptions;
  readonly #pending = new Map<MessageId, Pending>();
  #lastId = ownFirstId;
  #isDetached = false;

  constructor(inner: McpTransport, options: WireOptions) {
    this.#inner = inner;
    this.#options = options;
    inner.onmessage = (message) => this.#receive(message);
    inner.onanswerlost = (id, failure) => this.#loseAnswer(id, failure);
    inner.onclose = () => this.#close();
    // Advisory and full of server text: nothing is read from it.
    inner.onerror = () => undefined;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream === true;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  /** The library closes its transport when a handshake fails; the connection itself is closed by its owner. */
  async close(): Promise<void> {
    this.#isDetached = true;
    this.#abandonClient();
    this.onclose?.();
  }

  /** One request outside the client, answered with the message as it came. Rejects with a failure or the signal's reason. */
  async ask(request: Request, signal: AbortSignal): Promise<JSONRPCMessage> {
    await this.#inner.start();
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = () => {
        signal.removeEventListener("abort", onAbort);
        this.#pending.delete(request.id);
      };
      const take = (answer: JSONRPCMessage | McpFailure) => {
        end();
        if (answer instanceof McpFailure) reject(answer);
        else resolve(answer);
      };
      const onAbort = () => {
        this.#pending.get(request.id)?.abort?.abort();
        end();
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#sendRequest(request, {}, take).catch((error: unknown) => {
        end();
        reject(error);
      });
    });
  }

  /** Calls a method over an open connection; cancelled on the wire when it is lost. Resolves with the raw result. */
  call(method: string, params: Readonly<Record<string, unknown>>, onLost: OnLost): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      onLost((reason) => {
        this.#abandon(id);
        reject(reason);
      });
      const take = (answer: JSONRPCMessage | McpFailure) => {
        this.#pending.delete(id);
        if (answer instanceof McpFailure) return reject(answer);
        if ("error" in answer) return reject(protocolError(answer.error));
        resolve("result" in answer ? answer.result : undefined);
      };
      this.#sendRequest({ jsonrpc: "2.0", id, method, params }, {}, take).catch(reject);
    });
  }

  /** Nothing is said of a request that was answered meanwhile. */
  #abandon(id: MessageId): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    pending.abort?.abort();
    void this.#sayCancelled(id); // never rejects
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const outgoing = this.#withOwnId(message);
    if ("method" in outgoing && "id" in outgoing) return this.#sendRequest(outgoing, options, null);
    const sending = this.#inner.send(outgoing, options);
    if (methodOf(outgoing) === "notifications/cancelled") this.#cancel(outgoing);
    await sending;
  }

  async #sendRequest(request: Request, options: TransportSendOptions, take: Pending["take"]): Promise<void> {
    const { id, method } = request;
    const abort = this.hasPerRequestStream ? new AbortController() : null;
    this.#pending.set(id, { method, abort, take });
    options.requestSignal?.addEventListener("abort", () => this.#pending.delete(id), { once: true });
    try {
      await this.#inner.send(request, abort === null ? options : this.#streamOptions(id, abort, options));
    } catch (error) {
      this.#pending.delete(id);
      throw error;
    }
  }

  async #sayCancelled(requestId: MessageId): Promise<void> {
    const params = { requestId, reason: "cancelled" };
    await this.#inner.send({ jsonrpc: "2.0", method: "notifications/cancelled", params }).catch(() => undefined);
  }

  /** Over HTTP a cancelled request must close its own connection, and an early end of its stream must be noticed. */
  #streamOptions(id: MessageId, abort: AbortController, options: TransportSendOptions): TransportSendOptions {
    const { requestSignal } = options;
    return {
      ...options,
      requestSignal: requestSignal === undefined ? abort.signal : AbortSignal.any([abort.signal, requestSignal]),
      onRequestStreamEnd: () => {
        options.onRequestStreamEnd?.();
        this.#loseAnswer(id, new McpFailure("connection-closed"));
      },
    };
  }

  #receive(message: JSONRPCMessage): void {
    if ("method" in message) return this.#takeFromServer(message);
    const { id } = message;
    if (id === undefined || id === null) return;
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    if (pending.take !== null) return pending.take(message);
    this.#pending.delete(id);
    this.#deliver(this.#withClientId(lenient(message, pending.method)));
  }

  #takeFromServer(message: JSONRPCMessage & { method: string }): void {
    if (message.method === "notifications/tools/list_changed") return this.#options.onToolsChanged();
    const isForClient = "id" in message || message.method.startsWith("notifications/subscriptions/");
    const isCancel = message.method === "notifications/cancelled";
    if (isForClient || isCancel) this.#deliver(message);
  }

  #loseAnswer(id: MessageId | null, failure: McpFailure): void {
    const lost = id ?? this.#onlyPending();
    const pending = lost === null ? undefined : this.#pending.get(lost);
    if (lost === null || pending === undefined) return;
    if (pending.take !== null) return pending.take(failure);
    this.#pending.delete(lost);
    this.#deliver(this.#withClientId(failureAnswer(lost, failure)));
  }

  /** An answer without a name can only be the one that is waited for, if there is only one. */
  #onlyPending(): MessageId | null {
    const [first, second] = this.#pending.keys();
    return first !== undefined && second === undefined ? first : null;
  }

  #cancel(message: JSONRPCMessage): void {
    const params = "params" in message ? message.params : undefined;
    const id = isRecord(params) ? params.requestId : undefined;
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#pending.get(id)?.abort?.abort();
    this.#pending.delete(id);
  }

  #deliver(message: JSONRPCMessage): void {
    if (!this.#isDetached) this.onmessage?.(message);
  }

  /** Only the client's: a request of our own may still be waiting beside it. */
  #abandonClient(): void {
    for (const [id, { abort, take }] of [...this.#pending]) {
      if (take !== null) continue;
      this.#pending.delete(id);
      abort?.abort();
    }
  }

  #close(): void {
    for (const { take } of [...this.#pending.values()]) take?.(closed());
    this.#options.onClosed();
    if (!this.#isDetached) this.onclose?.();
  }

  #withOwnId(message: JSONRPCMessage): JSONRPCMessage {
    const { firstId } = this.#options;
    if (firstId === 0 || !("method" in message)) return message;
    if ("id" in message) return typeof message.id === "number" ? { ...message, id: message.id + firstId } : message;
    const params = message.params;
    if (message.method !== "notifications/cancelled" || !isRecord(params)) return message;
    if (typeof params.requestId !== "number") return message;
    return { ...message, params: { ...params, requestId: params.requestId + firstId } };
  }

  #withClientId(message: JSONRPCMessage): JSONRPCMessage {
    const { firstId } = this.#options;
    if (firstId === 0 || !("id" in message) || typeof message.id !== "number") return message;
    return { ...message, id: message.id - firstId };
  }
}

/** The raw result travels past the library's checks as a part of `_meta`, which it does not look into. */
function lenient(message: JSONRPCMessage, method: string): JSONRPCMessage {
  const empty = Object.hasOwn(emptyResults, method) ? emptyResults[method] : undefined;
  if (empty === undefined || !("result" in message)) return message;
  const raw: unknown = message.result;
  if (isRecord(raw) && raw.resultType === "input_required") return message;
  return { jsonrpc: "2.0", id: message.id, result: { ...empty, _meta: { [rawKey]: raw } } };
}

/** What the server sent as the result of a list or a call. */
export function rawResult(result: { readonly _meta?: unknown }): unknown {
  return isRecord(result._meta) ? result._meta[rawKey] : undefined;
}

function protocolError({ code, message, data }: JSONRPCErrorResponse["error"]): ProtocolError {
  return ProtocolError.fromError(code, message, data);
}

function closed(): McpFailure {
  return new McpFailure("connection-closed", { endsConnection: true });
}

function failureAnswer(id: MessageId, failure: McpFailure): JSONRPCMessage {
  const error = { code: -32_000, message: failure.code satisfies ErrorCode, data: failure };
  return { jsonrpc: "2.0", id, error };
}
