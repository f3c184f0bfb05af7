import { join, resolve } from "node:path";
import type { McpServerConfig } from "@loop/contract";
import { type Command, InvalidArgumentError } from "commander";
import { type McpAction, type TreeOptions, WAIT_SERVERS_MS } from "./command-line.js";
import { exitHelp, OTHER_CODES } from "./exit-codes.js";
import { list, milliseconds, pair } from "./option-values.js";
import { sampleServerPath } from "./sample-server-path.js";
import { type AddFlags, readServerConfig, sampleServerConfig } from "./server-config.js";

interface FileOptions {
  readonly json?: boolean;
  readonly mcp?: string;
  readonly dataDir?: string;
  readonly waitServers: number;
}

/** `loop mcp …`: the saved servers of `<data dir>/mcp.json`, or of the file that --mcp names. */
export function addMcpCommands(tree: Command, { defaults, hasSeparator, found }: Omit<TreeOptions, "show">): void {
  const mcp = tree.command("mcp").summary("list, add and test MCP servers").helpCommand(false);
  mcp.description("The saved MCP servers. A running Loop sees a change when it next lists its servers.");
  mcp.addHelpText("after", exitHelp(OTHER_CODES));
  const run = (action: McpAction, options: FileOptions) => {
    const dataDir = resolve(options.dataDir ?? defaults.dataDir);
    const file = options.mcp === undefined ? join(dataDir, "mcp.json") : resolve(options.mcp);
    found({ command: "mcp", action, file, json: options.json === true, waitServersMs: options.waitServers });
  };
  withFileOptions(mcp.command("list"))
    .description("Starts the enabled servers, shows how each one is, and stops them again.")
    .action((options: FileOptions) => run({ kind: "list" }, options));
  addSample(mcp, run);
  addAdd(mcp, run);
  addById(mcp, run);
  addTest(mcp, run, hasSeparator);
  addImport(mcp, run);
}

type Run = (action: McpAction, options: FileOptions) => void;

function withFileOptions(command: Command): Command {
  return command
    .option("--json", "print one JSON object")
    .option("--mcp <file>", "the server file; else mcp.json of the data directory")
    .option("--data-dir <dir>", "Loop's data directory; else LOOP_DATA_DIR, else ~/.loop")
    .option("--wait-servers <ms>", "how long to wait for servers to be ready", milliseconds(0), WAIT_SERVERS_MS);
}

function addSample(mcp: Command, run: Run): void {
  withFileOptions(mcp.command("add-sample"))
    .description(
      "Adds the sample server that comes with Loop: echo, clock, notes, a picture, a slow and a failing tool.",
    )
    .argument("[id]", "the server's id", "sample")
    .action((id: string, options: FileOptions) =>
      run({ kind: "add", config: sampleServerConfig(id, sampleServerPath()) }, options),
    );
}

function withServerOptions(command: Command): Command {
  return command
    .option("--url <url>", "the server's Streamable HTTP address")
    .option("--bearer-env <variable>", "the variable that holds the token")
    .option("--header <name=value>", "a header, kept in the file as it is", pair)
    .option("--header-env <name=variable>", "a header whose value is read from a variable", pair)
    .option("--env <name=value>", "a variable for the program, kept in the file as it is", pair)
    .option("--env-var <variable>", "a variable of Loop's own that the program gets", list)
    .option("--cwd <dir>", "the program's working directory, absolute");
}

function addAdd(mcp: Command, run: Run): void {
  withServerOptions(withFileOptions(mcp.command("add")))
    .description("Adds a server, a command after -- or an address with --url, and says whether it can be used.")
    .argument("<id>", "small letters, digits, - and _")
    .argument("[command...]", "the program and its arguments, after --")
    .option("--name <name>", "the name to show; else the id")
    .option("--disabled", "save it switched off")
    .addHelpText(
      "after",
      "\nExamples:\n  loop mcp add notes -- npx -y my-server --flag\n  loop mcp add mail --url https://mail.example/mcp --bearer-env MAIL_TOKEN",
    )
    .action((id: string, command: readonly string[], options: FileOptions & AddFlags) =>
      run({ kind: "add", config: configFrom(id, command, options) }, options),
    );
}

function configFrom(id: string, command: readonly string[], flags: AddFlags): McpServerConfig {
  const reading = readServerConfig(id, command, flags);
  if (!reading.ok) throw new InvalidArgumentError(reading.sentence);
  return reading.config;
}

/** Shown where a server that is only described has no id of its own. */
const TRIED_ID = "test";

function addTest(mcp: Command, run: Run, hasSeparator: boolean): void {
  withServerOptions(withFileOptions(mcp.command("test")))
    .description("Connects to one server, shows its tools and stops it. Nothing is stored.")
    .argument("[words...]", "the id of a saved server; or, after --, a program and its arguments")
    .addHelpText(
      "after",
      "\nExamples:\n  loop mcp test notes\n  loop mcp test -- npx -y my-server\n  loop mcp test --url https://mail.example/mcp --bearer-env MAIL_TOKEN",
    )
    .action((words: readonly string[], options: FileOptions & AddFlags) => {
      const [id, ...others] = words;
      const isSaved = id !== undefined && !hasSeparator && options.url === undefined;
      if (isSaved && others.length > 0) throw new InvalidArgumentError("Give one id, or a command after --.");
      const target = isSaved ? { id } : { config: configFrom(TRIED_ID, words, options) };
      run({ kind: "test", target }, options);
    });
}

function addImport(mcp: Command, run: Run): void {
  withFileOptions(mcp.command("import"))
    .description("Shows the servers in another program's JSON file, asks, and saves them.")
    .argument("<file>", "the file with mcpServers or servers; - reads standard input")
    .option("--yes", "save without asking")
    .option("--dry-run", "only show")
    .action((path: string, options: FileOptions & { readonly yes?: boolean; readonly dryRun?: boolean }) => {
      const saves = options.dryRun === true ? false : options.yes === true ? true : null;
      run({ kind: "import", path, saves }, options);
    });
}

const BY_ID = [
  ["remove", "Removes a server and its saved values."],
  ["enable", "Switches a server on."],
  ["disable", "Switches a server off; its tools are gone until it is switched on."],
] as const;

function addById(mcp: Command, run: Run): void {
  for (const [kind, description] of BY_ID) {
    withFileOptions(mcp.command(kind))
      .description(description)
      .argument("<id>", "the server's id")
      .action((id: string, options: FileOptions) => run({ kind, id }, options));
  }
  withFileOptions(mcp.command("retry"))
    .description("Connects to a server again and says how it went.")
    .argument("<id>", "the server's id")
    .action((id: string, options: FileOptions) => run({ kind: "retry", id }, options));
}
