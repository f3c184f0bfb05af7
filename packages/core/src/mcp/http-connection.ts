import { Agent, request } from "undici";

export interface HttpRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal | null;
}

export interface HttpReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Ending the iteration early closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The outside connections of one server. Follows no redirect, sends nothing twice, uses no proxy. A host that has
 * address rules brings its own.
 */
export interface HttpConnection {
  send(request: HttpRequest): Promise<HttpReply>;
  /** Ends every socket. */
  destroy(): Promise<void>;
}

export type OpenHttpConnection = () => HttpConnection;

const connectMs = 10_000;

export const openDirectConnection: OpenHttpConnection = () => {
  // The times of a request are its caller's; only a silent peer during connect is ended here.
  const agent = new Agent({ connect: { timeout: connectMs }, allowH2: false, pipelining: 1, headersTimeout: 0 });
  return {
    send: async ({ url, method, headers, body, signal }) => {
      const reply = await request(url, { method, headers, body, signal, dispatcher: agent });
      return { status: reply.statusCode, headers: reply.headers, body: reply.body };
    },
    destroy: () => agent.destroy(),
  };
};
