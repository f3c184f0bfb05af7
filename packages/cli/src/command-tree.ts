import { resolve } from "node:path";
import type { PermissionPreset } from "@loop/contract";
import { Command, InvalidArgumentError, Option } from "commander";
import {
  type Approve,
  type Defaults,
  type Delivery,
  type Found,
  type SessionFlags,
  type TreeOptions,
  WAIT_SERVERS_MS,
} from "./command-line.js";
import { addDoctor } from "./doctor-tree.js";
import { ASK_CODES, exitHelp, OTHER_CODES } from "./exit-codes.js";
import { addMcpCommands } from "./mcp-tree.js";
import { milliseconds, preset } from "./option-values.js";

/** The commands and their flags; `found` gets the one that was typed. Wrong usage throws the library's own error. */
export function commandTree({ defaults, hasSeparator, found, show }: TreeOptions): Command {
  const tree = new Command("loop").exitOverride().helpCommand(false);
  tree.configureOutput({ writeOut: show, writeErr: () => {} });
  addAsk(tree, defaults, found);
  addChat(tree, defaults, found);
  addMcpCommands(tree, { defaults, hasSeparator, found });
  addDoctor(tree, defaults, found);
  return tree;
}

interface SessionOptions {
  readonly model?: string;
  readonly mcp?: string;
  readonly permission: PermissionPreset;
  readonly delivery?: Delivery;
  readonly workspace?: string;
  readonly answerWithin?: number;
  readonly dataDir?: string;
}

function withSessionOptions(command: Command): Command {
  return command
    .option("--model <provider/model>", "the model; else LOOP_MODEL")
    .option("--mcp <file>", "load the MCP servers of this file; without it there are none")
    .option("--permission <preset>", "read-only, workspace-write or full-access", preset, "workspace-write")
    .addOption(
      new Option("--delivery <kind>", "how tools reach the model: codemode (one script tool) or direct").choices([
        "codemode",
        "direct",
      ]),
    )
    .option("--workspace <dir>", "the folder to work in; else LOOP_WORKSPACE, else this one")
    .option("--answer-within <ms>", "how long a question waits for an answer; else 30 minutes", milliseconds(1))
    .option("--data-dir <dir>", "Loop's data directory; else LOOP_DATA_DIR, else ~/.loop");
}

function sessionFlags(options: SessionOptions, defaults: Defaults): SessionFlags {
  return {
    model: options.model ?? defaults.model,
    mcpFile: options.mcp === undefined ? null : resolve(options.mcp),
    permission: options.permission,
    delivery: options.delivery ?? defaults.delivery,
    workspace: resolve(options.workspace ?? defaults.workspace),
    answerWithinMs: options.answerWithin ?? null,
    dataDir: resolve(options.dataDir ?? defaults.dataDir),
  };
}

function addAsk(tree: Command, defaults: Defaults, found: Found): void {
  withSessionOptions(tree.command("ask"))
    .summary("one question, one answer")
    .description(
      "Asks once and prints the answer. Calls that need a yes are refused, unless --approve says otherwise; what was refused and why is told on standard error.",
    )
    .argument("<text>", "the question; - reads it from standard input")
    .addOption(
      new Option(
        "--approve <how>",
        "never: refuse calls that need a yes (the default); ask: ask at this terminal; always: full access",
      ).choices(["never", "ask", "always"]),
    )
    .option("--json", "print the events as JSON lines, and nothing else, on standard output")
    .option(
      "--wait-servers <ms>",
      "how long to wait for the servers of --mcp to be ready; only here, because there is no second question",
      milliseconds(0),
      WAIT_SERVERS_MS,
    )
    .addHelpText("after", exitHelp(ASK_CODES))
    .action((text: string, options: AskOptions, command: Command) => {
      const session = sessionFlags(options, defaults);
      const isChosen = command.getOptionValueSource("permission") === "cli";
      found({
        command: "ask",
        text,
        approve: approveOf(options.approve, isChosen ? session.permission : null),
        json: options.json === true,
        waitServersMs: options.waitServers,
        session: options.approve === "always" ? { ...session, permission: "full-access" } : session,
      });
    });
}

type AskOptions = SessionOptions & {
  readonly json?: boolean;
  readonly approve?: Approve;
  readonly waitServers: number;
};

/** Two flags that say opposite things are a mistake, and nobody should have to guess which one wins. */
function approveOf(approve: Approve | undefined, permission: PermissionPreset | null): Approve {
  if (approve === undefined || permission === null) return approve ?? "never";
  const isFull = permission === "full-access";
  if (isFull === (approve === "always")) return approve;
  throw new InvalidArgumentError(`--approve ${approve} and --permission ${permission} contradict each other.`);
}

function addChat(tree: Command, defaults: Defaults, found: Found): void {
  withSessionOptions(tree.command("chat"))
    .summary("talk in the terminal")
    .description("A conversation in this terminal. It lives in memory and ends with it. /help shows its commands.")
    .option("--plain", "plain lines: no line editing, no redrawing (for screen readers)")
    .addHelpText("after", exitHelp(OTHER_CODES))
    .action((options: SessionOptions & { plain?: boolean }) =>
      found({
        command: "chat",
        plain: options.plain === true || defaults.isDumb,
        session: sessionFlags(options, defaults),
      }),
    );
}
