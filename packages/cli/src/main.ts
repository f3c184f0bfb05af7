import { readArguments } from "./arguments.js";
import type { CommandLine } from "./command-line.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { endQuietlyWithoutReader, keepOutputClean, processIo, type TerminalIo } from "./process-io.js";

/**
 * Runs one command of the terminal: `chat`, `ask`, `mcp` or `doctor`. `argv` begins with its name. Resolves to the exit
 * code once everything it started has ended; never rejects.
 */
export async function main(argv: readonly string[]): Promise<number> {
  const reading = readArguments(argv);
  switch (reading.kind) {
    case "shown":
      process.stdout.write(reading.text);
      return EXIT.done;
    case "wrong":
      process.stderr.write(`${reading.sentence}\n${helpFor(argv)} shows the usage.\n`);
      return EXIT.usage;
    case "run":
      keepOutputClean();
      endQuietlyWithoutReader();
      return guarded(() => run(reading.commandLine, processIo(reading.color)));
    default:
      return unreachable(reading);
  }
}

/** The libraries behind a command are loaded only when it runs, so that help and mistakes are told at once. */
async function run(commandLine: CommandLine, io: TerminalIo): Promise<ExitCode> {
  switch (commandLine.command) {
    case "ask":
      return (await import("./ask.js")).ask(commandLine, io);
    case "chat":
      return (await import("./run-chat.js")).runChat(commandLine, io);
    case "mcp":
      return (await import("./mcp-command.js")).runMcp(commandLine, io);
    case "doctor":
      return (await import("./doctor.js")).runDoctor(commandLine, io);
    default:
      return unreachable(commandLine);
  }
}

async function guarded(work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    const { describeFault } = await import("./describe-fault.js");
    process.stderr.write(`${describeFault(error)}\n`);
    return EXIT.internal;
  }
}

const COMMANDS = new Set(["ask", "chat", "mcp", "doctor"]);

function helpFor([name = ""]: readonly string[]): string {
  return COMMANDS.has(name) ? `loop ${name} --help` : "loop --help";
}

function unreachable(value: never): never {
  throw new Error(`unknown case ${JSON.stringify(value)}`);
}
