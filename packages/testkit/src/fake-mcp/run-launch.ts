import { readFileSync } from "node:fs";
import type { FakeBehaviour } from "./behaviour.js";
import { type ControlCommand, followCommands } from "./control.js";
import { bornAt } from "./fake-processes.js";
import { fileJournal, type Journal, type JournalWriter, memoryJournal } from "./journal.js";
import type { LaunchFile } from "./launch.js";

export type Obey = (command: ControlCommand) => void;

function readLaunch(argument: string): LaunchFile {
  return JSON.parse(argument.startsWith("{") ? argument : readFileSync(argument, "utf8"));
}

/** The life of a process entry whose first argument is a launch file, or its JSON. */
export function runLaunch(serve: (behaviour: FakeBehaviour, journal: Journal & JournalWriter) => Obey): void {
  const launch = readLaunch(process.argv[2] ?? '{"behaviour":{}}');
  const journal = launch.journal ? fileJournal(launch.journal) : memoryJournal();
  let obey: Obey = () => {};
  // Before the start is journaled: what is commanded after it must be heard.
  if (launch.control) followCommands(launch.control, (command) => obey(command));
  const args = process.argv.slice(3);
  journal.write({ kind: "started", detail: { args, cwd: process.cwd(), ...bornAt(process.pid) } });
  obey = serve(launch.behaviour, journal);
}
