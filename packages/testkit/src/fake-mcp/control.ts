import { appendFileSync, existsSync, readFileSync, statSync } from "node:fs";
import type { FakeBehaviour } from "./behaviour.js";

/** Said to a running fake process through a file; each command is journaled once it was obeyed. */
export type ControlCommand =
  | { readonly do: "set"; readonly patch: FakeBehaviour }
  | { readonly do: "notify"; readonly count?: number }
  | { readonly do: "bump" }
  /** stdio only: a line as it stands. */
  | { readonly do: "write"; readonly text: string }
  /** Ends the notification and listen streams. */
  | { readonly do: "drop-subscriptions" }
  /** HTTP only, as the next. */
  | { readonly do: "lose-sessions" }
  | { readonly do: "cut-connections" }
  | { readonly do: "exit"; readonly code?: number };

const pollMs = 10;

export function sendCommand(path: string, command: ControlCommand): void {
  appendFileSync(path, `${JSON.stringify(command)}\n`);
}

/** Follows the file from its present end. Polling, since file watches lose events on some systems. */
export function followCommands(path: string, obey: (command: ControlCommand) => void): NodeJS.Timeout {
  let offset = existsSync(path) ? statSync(path).size : 0;
  const poll = () => {
    if (!existsSync(path)) return;
    const fresh = readFileSync(path).subarray(offset);
    const end = fresh.lastIndexOf(10) + 1;
    offset += end;
    const lines = fresh.subarray(0, end).toString("utf8").split("\n").filter(Boolean);
    for (const line of lines) obey(JSON.parse(line));
  };
  return setInterval(poll, pollMs).unref();
}
