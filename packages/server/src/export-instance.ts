import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { readBackupUsage } from "./backup.js";
import { complain, FAILED, say, USAGE } from "./command-words.js";
import { databasePlace } from "./database-place.js";
import { countWords, problemWords, withTransfer } from "./instance-transfer.js";
import type { Environment } from "./settings.js";
import { failureLine, fileFailure, StartFailure, systemCode } from "./start-failure.js";

const HELP = `Usage: loop export FILE [--data-dir DIR]

Writes every row of an instance into FILE, to be taken in elsewhere by loop import: from SQLite into PostgreSQL, or back.
Stop Loop first. An existing FILE is left alone. Not in it: mcp.json, token and secret of the data directory.

Options:
  --data-dir DIR  the SQLite database of this data directory; else DATABASE_URL, else LOOP_DATA_DIR, else ~/.loop

Exit codes:
  0    done
  1    the export could not be made, and nothing of it is left
  4    wrong usage, or something to set right`;

const CHARACTERS_AT_ONCE = 256 * 1024;

/** `loop export FILE`. `argv` begins with FILE. Resolves to the exit code; never rejects for an expected failure. */
export async function exportInstance(argv: readonly string[], env: Environment): Promise<number> {
  const usage = readBackupUsage(argv);
  if (usage === null) return complain("Name the file to write: loop export FILE. loop export --help says more.", USAGE);
  if (usage === "help") return say(HELP);
  const { file } = usage;
  try {
    const place = databasePlace(env, usage.dataDir);
    if (place.kind === "file" && (await stat(place.file).catch(() => null)) === null) {
      return complain(`There is nothing to export yet: ${place.file} does not exist.`, USAGE);
    }
    const outcome = await withTransfer(place, (transfer) => writeWhole(file, (write) => transfer.exportTo(write)));
    if (outcome.kind === "refused") return complain(problemWords(outcome.problem, file), USAGE);
    return say(`Wrote ${file}: ${countWords(outcome.counts)}.\n${SECRET_WORDS}`);
  } catch (error) {
    if (error instanceof ClaimFailure) return complain(error.message, USAGE);
    return complain(failureLine(error), FAILED);
  }
}

const SECRET_WORDS =
  "Not in it: mcp.json, token and secret. Where it is taken in, LOOP_SECRET must be the same one; else it is the file named secret in the data directory.";

/** The file may not be written: a plain sentence says why. */
class ClaimFailure extends Error {}

/** The name is taken first, so that no file is ever written over; an export that did not succeed leaves none. */
async function writeWhole<Outcome extends { readonly kind: "done" | "refused" }>(
  file: string,
  work: (write: (line: string) => Promise<void>) => Promise<Outcome>,
): Promise<Outcome> {
  const handle = await claim(file);
  let isWhole = false;
  try {
    const lines = new LineWriter(handle, file);
    const outcome = await work((line) => lines.write(line));
    await lines.finish();
    isWhole = outcome.kind === "done";
    return outcome;
  } finally {
    await handle.close();
    if (!isWhole) await rm(file, { force: true });
  }
}

async function claim(file: string): Promise<FileHandle> {
  try {
    return await open(file, "wx", 0o600);
  } catch (error) {
    const code = systemCode(error);
    if (code === "EEXIST") throw new ClaimFailure(`${file} exists already and was left alone. Name another file.`);
    if (code === "ENOENT") throw new ClaimFailure(`There is no folder ${dirname(file)}. Make it first.`);
    throw new ClaimFailure(`${file} cannot be written. Check the folder's rights and free space.`);
  }
}

class LineWriter {
  readonly #handle: FileHandle;
  readonly #file: string;
  #gathered = "";

  constructor(handle: FileHandle, file: string) {
    this.#handle = handle;
    this.#file = file;
  }

  async write(line: string): Promise<void> {
    this.#gathered += `${line}\n`;
    if (this.#gathered.length >= CHARACTERS_AT_ONCE) await this.#flush();
  }

  /** Resolves once everything is on the disk. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#handle.sync();
  }

  async #flush(): Promise<void> {
    try {
      await this.#handle.writeFile(this.#gathered);
      this.#gathered = "";
    } catch (error) {
      throw systemCode(error) === "ENOSPC" ? new StartFailure("disk-full", this.#file) : fileFailure(error, this.#file);
    }
  }
}
