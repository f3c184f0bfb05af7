import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { freePort } from "./free-port.js";
import { waitUntil } from "./wait-until.js";

export interface NatsServer {
  readonly url: string;
  /** Ends it as a crash does. */
  crash(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const nobody = 65_534;
/** Ends the server with whoever started it, even where that one was killed: its standard input closes then. */
const keeper = '"$@" & server=$!; cat >/dev/null; kill -KILL $server 2>/dev/null; wait $server';

/** A real nats-server of its own on 127.0.0.1, never as root. The caller stops it. */
export async function startNats(): Promise<NatsServer> {
  const program = process.env["LOOP_TEST_NATS"] ?? "/usr/sbin/nats-server";
  const port = await freePort();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
    const command = ["-c", keeper, "sh", program, "-a", "127.0.0.1", "-p", String(port)];
    child = spawn("/bin/sh", command, { ...account, cwd: "/", stdio: ["pipe", "ignore", "ignore"] });
    await waitUntil(() => isListening(port), { withinMs: 10_000, everyMs: 25, what: "nats-server listens" });
  }

  async function end(): Promise<void> {
    if (child === null) return;
    const ended = child.exitCode === null ? once(child, "exit") : null;
    child.stdin?.end();
    await ended;
    child = null;
  }

  await start();
  return { url: `nats://127.0.0.1:${port}`, crash: end, start, stop: end };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    const settle = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}
