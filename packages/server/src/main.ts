import { performance } from "node:perf_hooks";
import { readSettings } from "./settings.js";
import { failureLine } from "./start-failure.js";

/** `128 + SIGINT`, as shells count it. */
const INTERRUPTED = 130;
/** npm passes on the signal that a terminal has sent to the whole group: the same one, heard twice. */
const ECHO_MS = 500;

/**
 * Starts Loop as its environment says and resolves once it listens. A failure is one plain sentence on stderr and exit
 * code 1. The first SIGINT or SIGTERM stops it in order, a second one at once.
 */
export async function main(): Promise<void> {
  const stop = stopOnSignals();
  reportFaults();
  try {
    const settings = readSettings();
    // The rest of the server is loaded only once the settings are good: a wrong one is said at once.
    const { startServer } = await import("./compose.js");
    const server = await startServer(settings, report);
    stop.with(server.close);
    console.log(`Loop is ready: ${server.launchLink}`);
  } catch (error) {
    console.error(failureLine(error));
    process.exit(1);
  }
}

function report(line: string): void {
  console.error(line);
}

/** A signal during the start waits for its end, so that nothing half made is left behind. */
function stopOnSignals(): { with(close: () => Promise<void>): void } {
  let close: (() => Promise<void>) | null = null;
  let askedAt: number | null = null;
  const stop = (): void => {
    if (close === null) return;
    void close().finally(() => process.exit(0)); // closing never throws
  };
  const hear = (): void => {
    const now = performance.now();
    if (askedAt !== null && now - askedAt < ECHO_MS) return;
    if (askedAt !== null) process.exit(INTERRUPTED);
    askedAt = now;
    stop();
  };
  process.on("SIGINT", hear);
  process.on("SIGTERM", hear);
  return {
    with(closeServer) {
      close = closeServer;
      if (askedAt !== null) stop();
    },
  };
}

/** What must not happen is said in one line: an error's own words may hold what belongs in no log. */
function reportFaults(): void {
  process.on("unhandledRejection", (reason) => report(`Something in Loop failed and was left (${nameOf(reason)}).`));
  process.on("uncaughtException", (error) => {
    report(`Something in Loop failed, so it stops (${nameOf(error)}). Start Loop again.`);
    process.exit(1);
  });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
