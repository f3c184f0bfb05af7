import type { ErrorCode, McpServerConfig, McpServerView } from "@loop/contract";
import { unreachable } from "@loop/contract";
import { pause } from "../kit/deadline.js";
import type { Catalog } from "./catalog.js";
import { CatalogRecheck } from "./catalog-recheck.js";
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  initialConnection,
  nextConnection,
} from "./connection-state.js";
import { discover, refreshCatalog } from "./discovery.js";
import { CatalogLifetime } from "./lifetime.js";
import { redactConfig } from "./secrets.js";
import { type LinkContext, ServerLink, type Session } from "./server-link.js";
import type { Slots } from "./slots.js";

export interface ConnectionHost extends LinkContext {
  readonly slots: Slots;
  readonly newId: () => string;
  /** After every change that a view could show. */
  readonly onChange: (serverId: string) => void;
}

/** A catalog that is offered, until its lifetime ends. */
export interface ReadyCatalog {
  readonly catalog: Catalog;
  readonly lifetime: CatalogLifetime;
  readonly session: Session;
  readonly link: ServerLink;
}

interface Attempt {
  readonly number: number;
  readonly link: ServerLink;
  readonly abort: AbortController;
  readonly recheck: CatalogRecheck;
  session: Session | null;
  catalog: Catalog | null;
}

/** Longest pause between two refreshes while a storm of notifications lasts. */
const longestGapMs = 5_000;

/** Performs what the state machine decides for one server, and feeds it what happens. */
export class ServerConnection {
  readonly #host: ConnectionHost;
  readonly #attempts = new Map<number, Attempt>();
  #config: McpServerConfig;
  #state: ConnectionState = initialConnection;
  #ready: ReadyCatalog | null = null;
  #changesNotFollowed = false;

  constructor(config: McpServerConfig, host: ConnectionHost) {
    this.#config = config;
    this.#host = host;
  }

  get config(): McpServerConfig {
    return this.#config;
  }

  /** The catalog on offer right now; null unless ready. */
  get ready(): ReadyCatalog | null {
    return this.#ready;
  }

  get isConnected(): boolean {
    const { kind } = this.#state.phase;
    return kind === "ready" || kind === "refreshing";
  }

  /** Another name or configuration; whether the connection stays is its caller's decision. */
  replaceConfig(config: McpServerConfig): void {
    this.#config = config;
    this.#host.onChange(config.id);
  }

  start(setup: boolean): void {
    this.#apply({ type: "start", setup });
  }

  stop(): void {
    this.#apply({ type: "stop" });
  }

  /** Resolves when nothing that was ever started for this server exists any more. */
  async gone(): Promise<void> {
    await Promise.all([...this.#attempts.values()].map((attempt) => attempt.link.close()));
  }

  view(): McpServerView {
    const { phase } = this.#state;
    const config = redactConfig(this.#config);
    switch (phase.kind) {
      case "ready":
        return { config, status: "ready", ...this.#readyDetails() };
      case "error":
        return { config, status: "error", code: phase.code, toolCount: 0 };
      default:
        return { config, status: phase.kind, toolCount: 0 };
    }
  }

  #readyDetails() {
    const catalog = this.#ready?.catalog;
    return {
      toolCount: catalog?.tools.length ?? 0,
      ...(catalog !== undefined && catalog.dropped.length > 0 ? { droppedTools: [...catalog.dropped] } : {}),
      ...(this.#changesNotFollowed ? { changesNotFollowed: true } : {}),
    };
  }

  #apply(event: ConnectionEvent): void {
    const { state, effects } = nextConnection(this.#state, event);
    const isSilent = state === this.#state && effects.length === 0;
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
    if (!isSilent) this.#host.onChange(this.#config.id);
  }

  #perform(effect: ConnectionEffect): void {
    switch (effect.type) {
      case "queue":
        return this.#queue(effect.attempt);
      case "leave-queue":
        return this.#host.slots.leave(this.#slotKey(effect.attempt));
      case "release-slot":
        return this.#host.slots.release(this.#slotKey(effect.attempt));
      case "connect":
        return void this.#connect(effect.attempt, effect.setup); // reports through the state
      case "close":
        return void this.#close(effect.attempt); // reports through the state
      case "refresh":
        return void this.#refresh(effect.attempt, effect.pass); // reports through the state
      case "activate":
        return this.#activate(effect.attempt);
      case "revoke":
        return this.#revoke(effect.code);
      default:
        return unreachable(effect);
    }
  }

  #queue(attempt: number): void {
    this.#host.slots.request(this.#slotKey(attempt), () => this.#apply({ type: "slot-granted", attempt }));
  }

  async #connect(number: number, setup: boolean): Promise<void> {
    const attempt = this.#newAttempt(number);
    this.#changesNotFollowed = false;
    const { clock, limits } = this.#host;
    const found = await discover({ link: attempt.link, clock, limits, setup, signal: attempt.abort.signal });
    if (!found.ok) {
      this.#apply({ type: "failed", attempt: number, code: found.code });
      return;
    }
    attempt.session = found.session;
    attempt.catalog = found.catalog;
    this.#apply({ type: "catalog-read", attempt: number });
  }

  #newAttempt(number: number): Attempt {
    const link = new ServerLink(this.#config, this.#host, {
      onToolsChanged: () => this.#apply({ type: "tools-changed", attempt: number }),
      onLost: (code) => this.#apply({ type: "lost", attempt: number, code }),
      onChangesNotFollowed: () => this.#noteNotFollowed(number),
      onMayHaveMissedChange: () => attempt.recheck.now(),
    });
    const recheck = this.#newRecheck(number);
    const attempt: Attempt = { number, link, abort: new AbortController(), recheck, session: null, catalog: null };
    this.#attempts.set(number, attempt);
    return attempt;
  }

  #newRecheck(number: number): CatalogRecheck {
    return new CatalogRecheck({
      clock: this.#host.clock,
      read: () => this.#readAgain(number),
      current: () => (this.#state.attempt === number ? (this.#ready?.catalog ?? null) : null),
      onDifferent: () => this.#apply({ type: "tools-changed", attempt: number }),
    });
  }

  async #readAgain(number: number): Promise<Catalog> {
    const attempt = this.#attempts.get(number);
    if (attempt?.session == null) throw new Error("the attempt is over");
    const { clock, limits } = this.#host;
    return refreshCatalog(attempt.session, { clock, limits, signal: attempt.abort.signal });
  }

  #noteNotFollowed(number: number): void {
    if (number !== this.#state.attempt) return;
    this.#changesNotFollowed = true;
    this.#host.onChange(this.#config.id);
  }

  async #close(number: number): Promise<void> {
    const attempt = this.#attempts.get(number);
    attempt?.abort.abort();
    attempt?.recheck.stop();
    await attempt?.link.close().catch(() => undefined);
    this.#attempts.delete(number);
    this.#apply({ type: "gone", attempt: number });
  }

  /** One at a time: the state machine asks for the next pass only after this one (CHG-03). */
  async #refresh(number: number, pass: number): Promise<void> {
    const attempt = this.#attempts.get(number);
    if (attempt?.session == null) return;
    const { clock, limits } = this.#host;
    const signal = attempt.abort.signal;
    if (pass > 1) {
      const ms = Math.min(limits.refreshGapMs * 2 ** Math.min(pass - 2, 10), longestGapMs);
      await pause({ clock, ms, signal });
    }
    try {
      attempt.catalog = await this.#readAgain(number);
      this.#apply({ type: "refreshed", attempt: number, pass });
    } catch {
      this.#apply({ type: "refresh-failed", attempt: number, pass });
    }
  }

  #activate(number: number): void {
    const attempt = this.#attempts.get(number);
    if (attempt?.session == null || attempt.catalog === null) return;
    const { catalog, link, recheck, session } = attempt;
    // Only a server that announces nothing has to be asked again when its list grows old.
    if (catalog.freshForMs !== null && !session.announcesChanges) recheck.after(catalog.freshForMs);
    this.#ready = { catalog, link, session, lifetime: new CatalogLifetime(this.#host.newId(), this.#config.id) };
  }

  #revoke(code: ErrorCode): void {
    const ready = this.#ready;
    this.#ready = null;
    ready?.lifetime.revoke(code);
  }

  #slotKey(attempt: number): string {
    return `${this.#config.id} ${attempt}`;
  }
}
