import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { migrateDatabase } from "@loop/stores";
import { complain, FAILED, say, USAGE } from "./command-words.js";
import { databasePlace } from "./database-place.js";
import { placeFailure } from "./instance-transfer.js";
import type { Environment } from "./settings.js";
import { failureLine } from "./start-failure.js";

const HELP = `Usage: loop migrate

Brings the tables of DATABASE_URL, or of the data directory, to this version of Loop, and makes them in an empty database.
Every start does the same; this does it ahead, for instance before several servers start. Safe to run more than once, and
by several at the same time.

Exit codes:
  0    done
  1    the database could not be changed, and stays as it was
  4    wrong usage`;

/** `loop migrate`. Resolves to the exit code; never rejects for an expected failure. */
export async function migrateInstance(argv: readonly string[], env: Environment): Promise<number> {
  const usage = readUsage(argv);
  if (usage === null) return complain("loop migrate takes no argument. loop migrate --help says more.", USAGE);
  if (usage === "help") return say(HELP);
  try {
    const place = databasePlace(env, null);
    if (place.kind === "file" && (await stat(place.file).catch(() => null)) === null) {
      return complain(`There is nothing to change yet: ${place.file} does not exist.`, USAGE);
    }
    const target = place.kind === "file" ? { file: place.file } : { url: place.url };
    const changes = await migrateDatabase(target).catch(async (error: unknown) => {
      throw await placeFailure(error, place);
    });
    return say(changes.length === 0 ? "The tables are of this version already." : `Changed: ${changes.join(", ")}.`);
  } catch (error) {
    return complain(failureLine(error), FAILED);
  }
}

function readUsage(argv: readonly string[]): "run" | "help" | null {
  try {
    const { values } = parseArgs({ args: [...argv], options: { help: { type: "boolean", short: "h" } } });
    return values.help === true ? "help" : "run";
  } catch {
    return null;
  }
}
