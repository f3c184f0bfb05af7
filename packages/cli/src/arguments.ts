import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { CommanderError } from "commander";
import type { ArgumentsReading, CommandLine, Defaults, Delivery } from "./command-line.js";
import { commandTree } from "./command-tree.js";
import { visibleLine } from "./visible-text.js";

type Environment = { readonly [name: string]: string | undefined };

/** The terminal's only reader of the environment. `argv` begins with the command's name. */
export function readArguments(argv: readonly string[], environment: Environment = process.env): ArgumentsReading {
  let text = "";
  let commandLine: CommandLine | null = null;
  const tree = commandTree({
    defaults: readDefaults(environment),
    hasSeparator: argv.includes("--"),
    found: (typed) => {
      commandLine = typed;
    },
    show: (piece) => {
      text += piece;
    },
  });
  try {
    tree.parse([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: "shown", text };
    return { kind: "wrong", sentence: plainSentence(error) };
  }
  if (commandLine === null) return { kind: "wrong", sentence: "Run loop --help to see the commands." };
  return { kind: "run", commandLine, color: wantsColor(environment) };
}

function readDefaults(environment: Environment): Defaults {
  const dataDir = resolve(environment.LOOP_DATA_DIR || join(homedir(), ".loop"));
  return {
    dataDir,
    model: environment.LOOP_MODEL || null,
    workspace: resolve(environment.LOOP_WORKSPACE || process.cwd()),
    delivery: readDelivery(environment.LOOP_DELIVERY),
    isDumb: environment.TERM === "dumb",
  };
}

function readDelivery(value: string | undefined): Delivery | null {
  return value === "codemode" || value === "direct" ? value : null;
}

function wantsColor(environment: Environment): boolean {
  return !environment.NO_COLOR && environment.TERM !== "dumb";
}

/** The library's words begin with "error: " and may repeat what was typed. */
function plainSentence(error: CommanderError): string {
  if (error.code === "commander.help") return "Run loop mcp --help to see what it can do.";
  const words = visibleLine(error.message.replace(/^error: /u, "").replaceAll("\n", " "));
  return words.charAt(0).toUpperCase() + words.slice(1);
}
