import { join, resolve } from "node:path";
import type { Command } from "commander";
import { type Defaults, type Found, WAIT_SERVERS_MS } from "./command-line.js";
import { DOCTOR_CODES, exitHelp } from "./exit-codes.js";
import { milliseconds } from "./option-values.js";

interface DoctorOptions {
  readonly json?: boolean;
  readonly model?: string;
  readonly mcp?: string;
  readonly dataDir?: string;
  readonly servers?: boolean;
  readonly modelCheck?: boolean;
  readonly waitServers: number;
}

export function addDoctor(tree: Command, defaults: Defaults, found: Found): void {
  tree
    .command("doctor")
    .summary("say what is set up and what is missing")
    .description(
      "Looks at Node, the data directory, the server file, the model and the sandbox, and says what to do. Changes nothing.",
    )
    .option("--servers", "start the enabled servers too, say how each one is, and stop them again")
    .option("--model-check", "ask the model one short question too, which may cost a little")
    .option("--json", "print one JSON object")
    .option("--model <provider/model>", "the model to look at; else LOOP_MODEL")
    .option("--mcp <file>", "the server file to look at; else mcp.json of the data directory")
    .option("--data-dir <dir>", "Loop's data directory; else LOOP_DATA_DIR, else ~/.loop")
    .option("--wait-servers <ms>", "how long to wait for servers", milliseconds(0), WAIT_SERVERS_MS)
    .addHelpText("after", exitHelp(DOCTOR_CODES))
    .action((options: DoctorOptions) => {
      const dataDir = resolve(options.dataDir ?? defaults.dataDir);
      found({
        command: "doctor",
        json: options.json === true,
        dataDir,
        mcpFile: options.mcp === undefined ? join(dataDir, "mcp.json") : resolve(options.mcp),
        model: options.model ?? defaults.model,
        startsServers: options.servers === true,
        asksModel: options.modelCheck === true,
        waitServersMs: options.waitServers,
      });
    });
}
