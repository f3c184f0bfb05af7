import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** Tells sockets apart. */
  readonly peerPort: number;
}

/** A real server on a free port of 127.0.0.1 that remembers what came. */
export interface RecordingServer {
  readonly port: number;
  readonly origin: string;
  readonly seen: readonly Seen[];
  readonly socketsAccepted: number;
  readonly socketsOpen: number;
  close(): Promise<void>;
}

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export async function startRecording(
  answer: Answer = (response) => void response.end("hello"),
  tls?: { readonly key: string; readonly cert: string },
): Promise<RecordingServer> {
  const seen: Seen[] = [];
  const sockets = new Set<Duplex>();
  let accepted = 0;
  const listener: RequestListener = (request, response) => {
    const { headers, method = "", socket, url = "" } = request;
    seen.push({ method, path: url, headers, peerPort: socket.remotePort ?? 0 });
    answer(response, request);
  };
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on("connection", (socket: Duplex) => {
    accepted += 1;
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    port,
    origin: `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`,
    seen,
    get socketsAccepted() {
      return accepted;
    },
    get socketsOpen() {
      return sockets.size;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
