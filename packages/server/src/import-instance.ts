import { type FileHandle, open } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { readBackupUsage } from "./backup.js";
import { complain, FAILED, say, USAGE } from "./command-words.js";
import { prepareDataDir } from "./data-dir.js";
import { databasePlace } from "./database-place.js";
import { countWords, problemWords, withTransfer } from "./instance-transfer.js";
import type { Environment } from "./settings.js";
import { failureLine } from "./start-failure.js";

const HELP = `Usage: loop import FILE [--data-dir DIR]

Takes an export of Loop into an empty database: all of it or nothing. Every row is read back and held against FILE.
Stop Loop first. LOOP_SECRET must be the one that the rows were written with.

Options:
  --data-dir DIR  the SQLite database of this data directory; else DATABASE_URL, else LOOP_DATA_DIR, else ~/.loop

Exit codes:
  0    done
  1    something failed, and nothing was taken in
  4    wrong usage, or something to set right; nothing was taken in`;

/** `loop import FILE`. `argv` begins with FILE. Resolves to the exit code; never rejects for an expected failure. */
export async function importInstance(argv: readonly string[], env: Environment): Promise<number> {
  const usage = readBackupUsage(argv);
  if (usage === null) return complain("Name the file to read: loop import FILE. loop import --help says more.", USAGE);
  if (usage === "help") return say(HELP);
  const { file } = usage;
  const handle = await open(file, "r").catch(() => null);
  if (handle === null) return complain(`${file} cannot be read.`, USAGE);
  try {
    const place = databasePlace(env, usage.dataDir);
    if (place.kind === "file") await prepareDataDir(place.dataDir);
    const outcome = await withTransfer(place, (transfer) => transfer.importFrom(linesOf(handle)));
    if (outcome.kind === "refused") return complain(problemWords(outcome.problem, file), USAGE);
    return say(`Took in ${file}: ${countWords(outcome.counts)}. Every one was read back and is the same.`);
  } catch (error) {
    return complain(failureLine(error), FAILED);
  } finally {
    await handle.close();
  }
}

/** Parted by line feeds alone: the rows themselves may hold every other sign that ends a line. */
async function* linesOf(handle: FileHandle): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let rest: string[] = [];
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    const [first = "", ...more] = decoder.write(chunk).split("\n");
    rest.push(first);
    for (const part of more) {
      yield rest.join("");
      rest = [part];
    }
  }
  const last = rest.join("") + decoder.end();
  if (last !== "") yield last;
}
