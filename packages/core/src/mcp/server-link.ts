import type { ErrorCode, McpServerConfig, Transport } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import { withDeadline } from "../kit/deadline.js";
import { ChangeFollower } from "./change-follower.js";
import { type EraVerdicts, eraKey } from "./era-memory.js";
import { McpFailure, toFailure } from "./failures.js";
import { type Connected, shakeHands } from "./handshake.js";
import type { OpenHttpConnection } from "./http-connection.js";
import type { McpLimits } from "./limits.js";
import type { ProcessJournal } from "./process-journal.js";
import { childEnvironment, type Environment, requestHeaders } from "./references.js";
import type { McpTransport } from "./transport.js";
import { HttpTransport } from "./transport-http.js";
import { StdioTransport } from "./transport-stdio.js";

/** What every connection of a manager shares. */
export interface LinkContext {
  readonly clock: Clock;
  readonly limits: McpLimits;
  readonly environment: Environment;
  readonly launchDirectory: string;
  /** Null: this host starts no process. */
  readonly journal: ProcessJournal | null;
  readonly openHttp: OpenHttpConnection;
  /** What is known of each configuration, by its `eraKey`. */
  readonly eras: EraVerdicts;
}

export interface LinkEvents {
  onToolsChanged(): void;
  /** An open connection ended, and not by `close`. */
  onLost(code: ErrorCode): void;
  /** The server announces changes, but they do not reach us any more. */
  onChangesNotFollowed(): void;
  /** An announcement may have gone by unheard. */
  onMayHaveMissedChange(): void;
}

/** An open connection and what the server said of itself. */
export interface Session extends Connected {
  readonly offersTools: boolean;
  readonly announcesChanges: boolean;
  readonly instructions: string | null;
  /** Arguments may travel in headers: the newer revision over HTTP. */
  readonly sendsHeaders: boolean;
}

/** One connection to one server: opened at most once, closed without fail. */
export class ServerLink {
  readonly #config: McpServerConfig;
  readonly #context: LinkContext;
  readonly #events: LinkEvents;
  readonly #follower: ChangeFollower;
  #transport: McpTransport | null = null;
  #isOpen = false;
  #closing: Promise<void> | null = null;

  constructor(config: McpServerConfig, context: LinkContext, events: LinkEvents) {
    this.#config = config;
    this.#context = context;
    this.#events = events;
    this.#follower = new ChangeFollower({
      clock: context.clock,
      onLost: (failure) => this.lose(failure),
      onNotFollowed: () => events.onChangesNotFollowed(),
      onReopened: () => events.onMayHaveMissedChange(),
    });
  }

  /** Rejects with a McpFailure. `initialiseMs` null: only `signal` ends it. */
  async open(initialiseMs: number | null, signal: AbortSignal): Promise<Session> {
    const transport = this.#createTransport();
    this.#transport = transport;
    const key = eraKey(this.#config.transport);
    const { clock, eras, limits } = this.#context;
    const first = eras.get(key) ?? (this.#config.transport.type === "stdio" ? "legacy" : "modern");
    const handshake = (inner: AbortSignal) =>
      shakeHands({ transport, clock, probeMs: limits.probeMs, first, ...this.#wireEvents() }, inner);
    const limit = { clock, ms: initialiseMs ?? limits.setupMs, signal };
    try {
      const connected = await withDeadline(limit, handshake);
      eras.set(key, connected.era);
      this.#isOpen = true;
      return describeSession(connected, this.#config.transport);
    } catch (error) {
      eras.delete(key);
      throw toFailure(error);
    }
  }

  /** Asks to be told of changes, before the first list, so that none is missed. Never rejects. */
  async follow(session: Session, signal: AbortSignal): Promise<void> {
    const transport = this.#transport instanceof HttpTransport ? this.#transport : null;
    await this.#follower.follow(session, transport, signal);
  }

  /** The connection turned out to be over. */
  lose(failure: McpFailure): void {
    if (!this.#isOpen || this.#closing !== null) return;
    this.#isOpen = false;
    this.#events.onLost(failure.code);
  }

  /** Resolves when process and sockets do not exist any more. */
  close(): Promise<void> {
    this.#follower.stop();
    this.#closing ??= this.#transport?.dispose() ?? Promise.resolve();
    return this.#closing;
  }

  #wireEvents() {
    return {
      onToolsChanged: () => this.#events.onToolsChanged(),
      onClosed: () => this.lose(new McpFailure("connection-closed")),
    };
  }

  #createTransport(): McpTransport {
    const { transport } = this.#config;
    const { clock, environment, journal, launchDirectory, limits, openHttp } = this.#context;
    if (transport.type === "stdio") {
      if (journal === null) throw new McpFailure("config-invalid");
      const env = childEnvironment(transport, environment);
      const cwd = transport.cwd === "" ? launchDirectory : transport.cwd;
      const command = { command: transport.command, args: transport.args, cwd, env };
      return new StdioTransport(command, { clock, journal, stageMs: limits.stopStageMs });
    }
    const headers = requestHeaders(transport, environment);
    return new HttpTransport({
      url: new URL(transport.url),
      headers,
      connection: openHttp(),
      clock,
      observer: {
        onStreamOpen: () => this.#follower.streamOpened(),
        onStreamEnd: (failure) => this.#follower.streamEnded(failure),
        onStreamRefused: (status) => this.#follower.streamRefused(status),
      },
    });
  }
}

function describeSession(connected: Connected, transport: Transport): Session {
  const { client } = connected;
  const tools = client.getServerCapabilities()?.tools;
  return {
    ...connected,
    offersTools: tools !== undefined,
    announcesChanges: tools?.listChanged === true,
    instructions: client.getInstructions() ?? null,
    sendsHeaders: connected.era === "modern" && transport.type === "http",
  };
}
