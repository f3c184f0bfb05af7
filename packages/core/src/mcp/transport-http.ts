import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Clock } from "../kit/clock.js";
import { withDeadline } from "../kit/deadline.js";
import type { McpFailure } from "./failures.js";
import type { HttpConnection } from "./http-connection.js";
import { guardedFetch, type StreamObserver } from "./http-fetch.js";
import type { JSONRPCMessage, McpTransport, MessageId, Transport, TransportSendOptions } from "./transport.js";

const endSessionMs = 1_000;

export interface HttpTransportOptions {
  readonly url: URL;
  /** Sent with every request to this address and to no other. */
  readonly headers: ReadonlyMap<string, string>;
  readonly connection: HttpConnection;
  readonly clock: Clock;
  readonly observer: Omit<StreamObserver, "onAnswerLost" | "onLongMessage">;
}

/** Streamable HTTP through our own connection: limits, codes and the end of every socket are ours. */
export class HttpTransport implements McpTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;
  onanswerlost?: (id: MessageId | null, failure: McpFailure) => void;
  readonly hasPerRequestStream = true;
  readonly #options: HttpTransportOptions;
  readonly #inner: StreamableHTTPClientTransport;
  #starting: Promise<void> | null = null;
  #disposing: Promise<void> | null = null;

  constructor(options: HttpTransportOptions) {
    this.#options = options;
    this.#inner = new StreamableHTTPClientTransport(options.url, {
      fetch: guardedFetch({
        connection: options.connection,
        observer: {
          ...options.observer,
          onAnswerLost: (id, failure) => this.onanswerlost?.(id, failure),
          onLongMessage: (message) => this.onmessage?.(message),
        },
      }),
      requestInit: { headers: [...options.headers], redirect: "manual" },
      reconnectionOptions: {
        initialReconnectionDelay: 1_000,
        maxReconnectionDelay: 1_000,
        reconnectionDelayGrowFactor: 1,
        maxRetries: 0,
      },
    });
    this.#inner.onmessage = (message) => this.onmessage?.(message);
    this.#inner.onerror = () => undefined;
    this.#inner.onclose = () => this.onclose?.();
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  start(): Promise<void> {
    this.#starting ??= this.#inner.start();
    return this.#starting;
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(message, definedOptions(options ?? {}));
  }

  /** Opens the notification stream again. Rejects when it cannot; the observer is told as well. */
  reopenStream(): Promise<void> {
    return this.#inner.resumeStream("");
  }

  close(): Promise<void> {
    return this.dispose();
  }

  dispose(): Promise<void> {
    this.#disposing ??= this.#dispose();
    return this.#disposing;
  }

  /** A server with one session only lets nobody in again before the old one was ended. */
  async #dispose(): Promise<void> {
    if (this.sessionId !== undefined) {
      const limit = { clock: this.#options.clock, ms: endSessionMs };
      await withDeadline(limit, () => this.#inner.terminateSession()).catch(() => undefined);
    }
    await this.#inner.close().catch(() => undefined);
    await this.#options.connection.destroy().catch(() => undefined);
  }
}

type HttpSendOptions = NonNullable<Parameters<StreamableHTTPClientTransport["send"]>[1]>;

function definedOptions({ requestSignal, onRequestStreamEnd, headers }: TransportSendOptions): HttpSendOptions {
  return {
    ...(requestSignal === undefined ? {} : { requestSignal }),
    ...(onRequestStreamEnd === undefined ? {} : { onRequestStreamEnd }),
    ...(headers === undefined ? {} : { headers }),
  };
}
