import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { FakeBehaviour } from "./behaviour.js";
import { HttpExchange } from "./http-exchange.js";
import { type Journal, type JournalWriter, memoryJournal } from "./journal.js";

export interface FakeHttpServer {
  readonly url: string;
  readonly origin: string;
  readonly journal: Journal;
  /** Sockets open now. */
  readonly connectionCount: number;
  readonly connectionsAccepted: number;
  /** Notification and listen streams open now. */
  readonly streamCount: number;
  setBehaviour(patch: FakeBehaviour): void;
  notifyListChanged(count?: number): void;
  /** The next version of the tool list, announced. */
  bumpCatalog(): void;
  /** Ends every notification and listen stream, politely. */
  dropStreams(): void;
  /** Forgets every session, as a restart does. */
  loseSessions(): void;
  /** Cuts every open connection; the server goes on listening. */
  cutConnections(): void;
  /** Dies: nobody listens at the address any more. */
  stop(): Promise<void>;
  /** Listens again at the same address, with no memory of any session. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A fake MCP server on a free port of 127.0.0.1, in this process. */
export async function startFakeHttp(
  behaviour: FakeBehaviour = {},
  options: { readonly journal?: Journal & JournalWriter } = {},
): Promise<FakeHttpServer> {
  const journal = options.journal ?? memoryJournal();
  const listener = new Listener((request, response) => void exchange.handle(request, response)); // answers every failure itself
  const exchange = new HttpExchange(behaviour, { journal, die: () => void listener.stop() }); // settles by itself
  if (!options.journal) journal.write({ kind: "started" });
  await listener.start(0);
  const origin = `http://127.0.0.1:${listener.port}`;
  return {
    url: `${origin}${behaviour.http?.path ?? "/mcp"}`,
    origin,
    journal,
    get connectionCount() {
      return listener.sockets.size;
    },
    get connectionsAccepted() {
      return listener.accepted;
    },
    get streamCount() {
      return exchange.streams.size + exchange.engine.subscriptions.size;
    },
    setBehaviour: (patch) => exchange.engine.setBehaviour(patch),
    notifyListChanged: (count) => exchange.engine.notifyListChanged(count),
    bumpCatalog: () => exchange.engine.bumpCatalog(),
    dropStreams: () => exchange.dropStreams(),
    loseSessions: () => exchange.sessions.loseAll(),
    cutConnections: () => listener.cut(),
    stop: () => listener.stop(),
    restart: () => {
      exchange.sessions.loseAll();
      return listener.start(listener.port);
    },
    close: async () => {
      exchange.engine.stop();
      await listener.stop();
    },
  };
}

class Listener {
  readonly sockets = new Set<Socket>();
  readonly #handle: (request: IncomingMessage, response: ServerResponse) => void;
  #server: Server | null = null;
  port = 0;
  accepted = 0;

  constructor(handle: (request: IncomingMessage, response: ServerResponse) => void) {
    this.#handle = handle;
  }

  async start(port: number): Promise<void> {
    const server = createServer(this.#handle);
    server.on("connection", (socket) => {
      this.accepted += 1;
      this.sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => this.sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", resolve);
    });
    this.#server = server;
    this.port = portOf(server);
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const cut = [...this.sockets].map(
      (socket) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
    );
    this.cut();
    await Promise.all([closed, ...cut]);
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
