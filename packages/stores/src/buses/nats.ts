import type { Bus } from "@loop/core/host";
import { connect, type NatsConnection, type NodeConnectionOptions } from "@nats-io/transport-node";
import { StoreError } from "../store-error.js";
import type { LiveWire } from "./reconnecting-wire.js";
import { SharedBus, type SharedBusOptions } from "./shared-bus.js";

/** Far below the least a server takes. */
const MOST_BYTES = 64_000;
const SUBJECT = "loop.rings";
const CONNECT_MS = 5_000;
const PING_MS = 5_000;

/**
 * A bus over a NATS server, core only: nothing is kept there. `url` is `nats://[user:password@]host[:port]`, or `tls://…`.
 * Throws `StoreError` for an address that cannot be read.
 */
export function createNatsBus(url: string, options: SharedBusOptions): Bus {
  const connection = connectionOptions(url);
  return new SharedBus({ connect: (hear) => listen(connection, hear), mostBytes: MOST_BYTES }, options);
}

function connectionOptions(url: string): NodeConnectionOptions {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^(?:nats|tls):$/.test(address.protocol) || address.hostname === "") {
    throw new StoreError("setting-invalid");
  }
  const user = decodeURIComponent(address.username);
  const pass = decodeURIComponent(address.password);
  return {
    servers: `${address.hostname}:${address.port === "" ? 4222 : address.port}`,
    name: "loop",
    timeout: CONNECT_MS,
    // A connection that breaks is given up, and another one made: the same way for every bus.
    reconnect: false,
    pingInterval: PING_MS,
    ...(address.protocol === "tls:" ? { tls: {} } : {}),
    ...(pass !== "" ? { user, pass } : user !== "" ? { token: user } : {}),
  };
}

async function listen(options: NodeConnectionOptions, hear: (text: string) => void): Promise<LiveWire> {
  const connection = await connect(options);
  const wire = natsWire(connection);
  connection.subscribe(SUBJECT, {
    callback: (error, message) => {
      if (error === null) hear(message.string());
    },
  });
  try {
    // The server has the subscription once it has answered.
    await connection.flush();
    return wire;
  } catch (error) {
    await wire.close();
    throw error;
  }
}

function natsWire(connection: NatsConnection): LiveWire {
  const ended = connection.closed().then(() => undefined);
  return {
    ended,
    async send(texts) {
      for (const text of texts) attempt(() => connection.publish(SUBJECT, text));
    },
    async close() {
      await connection.close().catch(() => undefined); // it may be closed already
    },
  };
}

/** What is published on a connection that has just closed is lost, as the port allows. */
function attempt(publish: () => void): void {
  try {
    publish();
  } catch {
    return;
  }
}
