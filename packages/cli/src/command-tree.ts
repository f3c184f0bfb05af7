import { join, resolve } from "node:path";
import type { PermissionPreset } from "@loop/contract";
import { Command, Option } from "commander";
import {
  type Defaults,
  type Delivery,
  type Found,
  type SessionFlags,
  type TreeOptions,
  WAIT_SERVERS_MS,
} from "./command-line.js";
import { ASK_CODES, exitHelp, OTHER_CODES } from "./exit-codes.js";
import { addMcpCommands } from "./mcp-tree.js";
import { milliseconds, preset } from "./option-values.js";

/** The commands and their flags; `found` gets the one that was typed. Wrong usage throws the library's own error. */
export function commandTree({ defaults, found, show }: TreeOptions): Command {
  const tree = new Command("loop").exitOverride().helpCommand(false);
  tree.configureOutput({ writeOut: show, writeErr: () => {} });
  addAsk(tree, defaults, found);
  addChat(tree, defaults, found);
  addMcpCommands(tree, defaults, found);
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
      "Asks once and prints the answer. Nobody can be asked here, so calls that need an approval are refused, unless --permission full-access.",
    )
    .argument("<text>", "the question; - reads it from standard input")
    .option("--json", "print the events as JSON lines, and nothing else, on standard output")
    .option(
      "--wait-servers <ms>",
      "how long to wait for the servers of --mcp to be ready; only here, because there is no second question",
      milliseconds(0),
      WAIT_SERVERS_MS,
    )
    .addHelpText("after", exitHelp(ASK_CODES))
    .action((text: string, options: SessionOptions & { json?: boolean; waitServers: number }) =>
      found({
        command: "ask",
        text,
        json: options.json === true,
        waitServersMs: options.waitServers,
        session: sessionFlags(options, defaults),
      }),
    );
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

function addDoctor(tree: Command, defaults: Defaults, found: Found): void {
  tree
    .command("doctor")
    .summary("say what is set up and what is missing")
    .description("Looks at Node, the data directory, the servers and the model, and says what to do.")
    .option("--json", "print one JSON object")
    .option("--model <provider/model>", "the model to look at; else LOOP_MODEL")
    .option("--mcp <file>", "the server file to look at; else mcp.json of the data directory")
    .option("--data-dir <dir>", "Loop's data directory; else LOOP_DATA_DIR, else ~/.loop")
    .option("--wait-servers <ms>", "how long to wait for servers", milliseconds(0), WAIT_SERVERS_MS)
    .addHelpText("after", exitHelp(OTHER_CODES))
    .action((options: { json?: boolean; model?: string; mcp?: string; dataDir?: string; waitServers: number }) => {
      const dataDir = resolve(options.dataDir ?? defaults.dataDir);
      found({
        command: "doctor",
        json: options.json === true,
        dataDir,
        mcpFile: options.mcp === undefined ? join(dataDir, "mcp.json") : resolve(options.mcp),
        model: options.model ?? defaults.model,
        waitServersMs: options.waitServers,
      });
    });
}
