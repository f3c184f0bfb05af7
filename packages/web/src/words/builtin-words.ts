import type { AppState } from "@loop/contract";
import { explain } from "./errors.js";

/** Loop's own tools: their steps, and the question before a command. */
export const BUILTIN = {
  maker: "Loop",
  title: { command: "May Loop run this command?", before: "May Loop use ", after: "?" },
  region: (tool: string) => `Approval needed: Loop’s own ${tool}`,
  state: "This command has not been run",
  why: "Asked because",
  runsIn: "Runs in",
  folder: "there, in",
  rights: "It runs with your own rights: your files, your programs, the network.",
  limit: "Ends after",
  seconds: (count: number) => (count === 1 ? "1 second" : `${count} seconds`),
  command: "Will run",
  commandLine: "Command line",
  size: (bytes: number) => (bytes === 1 ? "1 byte" : `${bytes} bytes`),
  given: "Given",
  notDone: "Asked for",
  output: "Output",
  changes: "What changed",
  answer: "Answer",
  found: "Found in memory",
  picture: (tool: string) => `Picture from ${tool}`,
  showAll: "Show all",
  linesBelow: (count: number) => (count === 1 ? "1 more line is not shown." : `${count} more lines are not shown.`),
  linesAbove: (count: number) =>
    count === 1 ? "1 earlier line is not shown." : `${count} earlier lines are not shown.`,
  alsoWaits: (tool: string) => `Loop’s own ${tool} waits behind this question`,
  noWorkspace: "No folder is set",
} as const;

type Sandbox = AppState["sandbox"];

/** Why a command is asked; the sandbox decides that (PER-09). */
export function whyAsked(sandbox: Sandbox): string {
  const reason = sandbox?.reason ?? null;
  const said = reason === null ? "" : ` ${explain(reason).sentence} ${explain(reason).nextStep}`;
  switch (sandbox?.state) {
    case "none":
      return `No sandbox holds commands on this computer.${said}`;
    case "partial":
      return `The sandbox on this computer holds commands only in part.${said}`;
    case "enforced":
      return "The permission of this session asks before commands.";
    default:
      return "The sandbox of this computer has not been tried yet.";
  }
}
