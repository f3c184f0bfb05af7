import { type Bus, type Clock, pause } from "@loop/core/host";
import { Client, type ClientConfig } from "pg";
import { connectionConfig } from "../dialects/postgres-config.js";
import type { LiveWire } from "./reconnecting-wire.js";
import { SharedBus, type SharedBusOptions } from "./shared-bus.js";

/** PostgreSQL takes less than 8,000 bytes. */
const MOST_BYTES = 7_900;
const CHANNEL = "loop_rings";
const CHECK_EVERY_MS = 10_000;
const patience = { statementMs: 5_000, lockMs: 5_000 };

/**
 * A bus over LISTEN and NOTIFY, on a connection of its own: it needs no server beside the database. The connection goes
 * to PostgreSQL itself; a pooler that hands out connections by the transaction cannot carry it. Throws `StoreError` for
 * an address that cannot be read.
 */
export function createPostgresBus(url: string, options: SharedBusOptions): Bus {
  const config = connectionConfig(url, patience);
  return new SharedBus({ connect: (hear) => listen(config, hear, options.clock), mostBytes: MOST_BYTES }, options);
}

async function listen(config: ClientConfig, hear: (text: string) => void, clock: Clock): Promise<LiveWire> {
  const client = new Client(config);
  const broken = new AbortController();
  const end = (): void => broken.abort();
  client.on("error", end);
  client.on("end", end);
  client.on("notification", ({ channel, payload }) => {
    if (channel === CHANNEL && payload !== undefined) hear(payload);
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    await close(client);
    throw error;
  }
  const wire = new NotifyWire(client, broken);
  void wire.check(clock); // never rejects
  return wire;
}

/** A connection that already broke has nothing left to end. */
async function close(client: Client): Promise<void> {
  await client.end().catch(() => undefined);
}

class NotifyWire implements LiveWire {
  readonly ended: Promise<void>;
  readonly #client: Client;
  readonly #broken: AbortController;
  #tail: Promise<void> = Promise.resolve();

  constructor(client: Client, broken: AbortController) {
    this.#client = client;
    this.#broken = broken;
    this.ended = new Promise((resolve) => {
      if (broken.signal.aborted) resolve();
      broken.signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  send(texts: readonly string[]): Promise<void> {
    return this.#query(`select pg_notify('${CHANNEL}', text) from unnest($1::text[]) as text`, [texts]);
  }

  /** A listening connection is silent, so one that has died must be asked to be noticed. */
  async check(clock: Clock): Promise<void> {
    while (!this.#broken.signal.aborted) {
      await pause({ clock, ms: CHECK_EVERY_MS, signal: this.#broken.signal });
      await this.#query("select 1", []);
    }
  }

  async close(): Promise<void> {
    this.#broken.abort();
    await close(this.#client);
  }

  /** One at a time, as the protocol has it. Any failure ends the connection; there will be another one. */
  #query(sql: string, values: readonly unknown[]): Promise<void> {
    this.#tail = this.#tail.then(async () => {
      if (this.#broken.signal.aborted) return;
      await this.#client.query(sql, [...values]).catch(() => this.#broken.abort());
    });
    return this.#tail;
  }
}
