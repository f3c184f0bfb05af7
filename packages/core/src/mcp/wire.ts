import type { ErrorCode } from "@loop/contract";
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
  readonly abort: AbortController;
}

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
  readonly #exchanges = new Map<string, (answer: unknown) => void>();
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
    this.#failAll(new McpFailure("connection-closed"));
    this.onclose?.();
  }

  /**
   * One request outside the client, answered with the raw message, or with null when the connection ends or `signal`
   * aborts. Rejects when it could not be sent.
   */
  async exchange(message: JSONRPCMessage & { readonly id: string }, signal: AbortSignal): Promise<unknown> {
    const answer = new Promise<unknown>((resolve) => {
      this.#exchanges.set(message.id, resolve);
      signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    try {
      await this.#inner.start();
      const sent = this.#inner.send(message, { requestSignal: signal });
      return await Promise.race([answer, sent.then(() => answer)]);
    } finally {
      this.#exchanges.delete(message.id);
    }
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    const outgoing = this.#withOwnId(message);
    if ("method" in outgoing && "id" in outgoing) return this.#sendRequest(outgoing, options);
    const sending = this.#inner.send(outgoing, options);
    if (methodOf(outgoing) === "notifications/cancelled") this.#cancel(outgoing);
    await sending;
  }

  async #sendRequest(
    request: JSONRPCMessage & { readonly id: MessageId; readonly method: string },
    options: TransportSendOptions,
  ): Promise<void> {
    const { id, method } = request;
    const abort = new AbortController();
    this.#pending.set(id, { method, abort });
    options.requestSignal?.addEventListener("abort", () => this.#pending.delete(id), { once: true });
    try {
      await this.#inner.send(request, this.hasPerRequestStream ? this.#streamOptions(id, abort, options) : options);
    } catch (error) {
      this.#pending.delete(id);
      throw error;
    }
  }

  /** Over HTTP a cancelled request must close its own connection, and an early end of its stream must be noticed. */
  #streamOptions(id: MessageId, abort: AbortController, options: TransportSendOptions): TransportSendOptions {
    const signals = options.requestSignal === undefined ? [] : [options.requestSignal];
    return {
      ...options,
      requestSignal: AbortSignal.any([abort.signal, ...signals]),
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
    const exchange = this.#exchanges.get(String(id));
    if (exchange !== undefined) return exchange(message);
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
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
    this.#pending.get(id)?.abort.abort();
    this.#pending.delete(id);
  }

  #deliver(message: JSONRPCMessage): void {
    if (!this.#isDetached) this.onmessage?.(message);
  }

  #failAll(failure: McpFailure): void {
    for (const { abort } of this.#pending.values()) abort.abort(failure);
    this.#pending.clear();
  }

  #close(): void {
    for (const settle of this.#exchanges.values()) settle(null);
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

function failureAnswer(id: MessageId, failure: McpFailure): JSONRPCMessage {
  const error = { code: -32_000, message: failure.code satisfies ErrorCode, data: failure };
  return { jsonrpc: "2.0", id, error };
}
