/** A process entry: `node stdio-process.js <file or JSON>`, holding `{ behaviour, journal?, control? }`. */
import { readFileSync } from "node:fs";
import type { FakeBehaviour } from "./behaviour.js";
import { type ControlCommand, followCommands } from "./control.js";
import { fileJournal, type JournalWriter, memoryJournal } from "./journal.js";
import { serveStdio } from "./stdio-server.js";

export interface StdioLaunch {
  readonly behaviour: FakeBehaviour;
  readonly journal?: string;
  readonly control?: string;
}

function readLaunch(argument: string): StdioLaunch {
  return JSON.parse(argument.startsWith("{") ? argument : readFileSync(argument, "utf8"));
}

function main(): void {
  const launch = readLaunch(process.argv[2] ?? '{"behaviour":{}}');
  const journal: JournalWriter = launch.journal ? fileJournal(launch.journal) : memoryJournal();
  let obey: (command: ControlCommand) => void = () => {};
  // Before the start is journaled: what is commanded after it must be heard.
  if (launch.control) followCommands(launch.control, (command) => obey(command));
  journal.write({ kind: "started", detail: { argv: process.argv.slice(3), cwd: process.cwd() } });
  obey = serveStdio(launch.behaviour, journal);
}

main();
