import { open, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { openStores } from "@loop/stores";
import { complain, FAILED, say, USAGE } from "./command-words.js";
import { openFailure } from "./data-dir.js";
import { readSettings, type Settings } from "./settings.js";
import { failureLine, StartFailure, systemCode } from "./start-failure.js";

const HELP = `Usage: loop backup FILE [--data-dir DIR]

Copies the conversations, their events and the settings into FILE, also while Loop runs. An existing FILE is left alone.
Not in it: mcp.json, token and secret of the data directory.

Options:
  --data-dir DIR  Loop's data directory; else LOOP_DATA_DIR, else ~/.loop

Exit codes:
  0    done
  1    the copy could not be made, and nothing of it is left
  4    wrong usage, or something to set right`;

/** `loop backup FILE`. `argv` begins with FILE. Resolves to the exit code; never rejects for an expected failure. */
export async function backup(argv: readonly string[]): Promise<number> {
  const usage = readBackupUsage(argv);
  if (usage === null) return complain("Name the file to write: loop backup FILE. loop backup --help says more.", USAGE);
  if (usage === "help") return say(HELP);
  try {
    const dataDir = usage.dataDir ?? ownDataDir(readSettings());
    const source = join(dataDir, "loop.db");
    if ((await sizeOf(source)) === null)
      return complain(`There is nothing to copy yet: ${source} does not exist.`, USAGE);
    const problem = await claim(usage.file);
    if (problem !== null) return complain(problem, USAGE);
    await copy(source, usage.file, dataDir);
    return say(doneWords(usage.file, (await sizeOf(usage.file)) ?? 0, dataDir));
  } catch (error) {
    return complain(failureLine(error), FAILED);
  }
}

/** Rows on a database server are copied by its own tools. Throws a StartFailure. */
function ownDataDir({ databaseUrl, dataDir }: Settings): string {
  if (databaseUrl !== null) throw new StartFailure("backup-elsewhere");
  return dataDir;
}

export interface BackupUsage {
  /** Absolute. */
  readonly file: string;
  readonly dataDir: string | null;
}

/** Null for wrong usage. */
export function readBackupUsage(argv: readonly string[]): BackupUsage | "help" | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { "data-dir": { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    if (values.help === true) return "help";
    const [file, ...others] = positionals;
    if (file === undefined || file === "" || others.length > 0) return null;
    const dataDir = values["data-dir"];
    return { file: resolve(file), dataDir: dataDir === undefined ? null : resolve(dataDir) };
  } catch {
    return null;
  }
}

/** Takes the name before the copy is made, so that no file is ever written over. A sentence says why it cannot. */
async function claim(file: string): Promise<string | null> {
  try {
    await (await open(file, "wx", 0o600)).close();
    return null;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return `${file} exists already and was left alone. Name another file.`;
    if (systemCode(error) === "ENOENT") return `There is no folder ${dirname(file)}. Make it first.`;
    return `${file} cannot be written. Check the folder's rights and free space.`;
  }
}

async function copy(source: string, file: string, dataDir: string): Promise<void> {
  try {
    const stores = await openStores({ file: source });
    try {
      await stores.backup(file);
    } finally {
      await stores.close();
    }
  } catch (error) {
    await rm(file, { force: true });
    throw await openFailure(error, dataDir);
  }
}

function doneWords(file: string, bytes: number, dataDir: string): string {
  return [
    `Wrote ${file} (${Math.ceil(bytes / 1024)} KB): the conversations, their events and the settings.`,
    `Not in it: mcp.json, token and secret. To keep the servers too, copy ${join(dataDir, "mcp.json")}; it holds saved values in plain text.`,
  ].join("\n");
}

async function sizeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).size;
  } catch {
    return null;
  }
}
