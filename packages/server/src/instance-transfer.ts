import { lockInstance, openTransfer, type Transfer, type TransferProblem } from "@loop/stores";
import { openFailure } from "./data-dir.js";
import type { DatabasePlace } from "./database-place.js";
import { StartFailure, storeFailure, systemCode } from "./start-failure.js";

/**
 * Opens an instance's rows for a command and closes them after `work`. A data directory is held meanwhile, so that no
 * server begins on it. Throws a StartFailure.
 */
export async function withTransfer<Value>(
  place: DatabasePlace,
  work: (transfer: Transfer) => Promise<Value>,
): Promise<Value> {
  const release = await hold(place);
  try {
    const transfer = await openTransfer(place.kind === "file" ? { file: place.file } : { url: place.url });
    try {
      return await work(transfer);
    } finally {
      await transfer.close();
    }
  } catch (error) {
    throw await placeFailure(error, place);
  } finally {
    release();
  }
}

async function hold(place: DatabasePlace): Promise<() => void> {
  if (place.kind === "server") return () => undefined;
  const lock = await lockInstance(place.dataDir, { url: null }).catch(async (error: unknown) => {
    throw await openFailure(error, place.dataDir);
  });
  if (lock.kind === "taken") throw new StartFailure("data-dir-in-use", lock.url ?? place.dataDir);
  return lock.release;
}

/** What went wrong with the database, in Loop's words. */
export async function placeFailure(error: unknown, place: DatabasePlace): Promise<unknown> {
  if (place.kind === "file") return openFailure(error, place.dataDir);
  if (systemCode(error) === "setting-invalid") return new StartFailure("setting-invalid", "DATABASE_URL");
  // Too busy, read-only or out of memory: its own log says which.
  if (systemCode(error) === "storage-error") return new StartFailure("database-unreachable");
  return storeFailure(error, "DATABASE_URL");
}

/** Why the rows stayed where they are, with the next step. */
export function problemWords(problem: TransferProblem, file: string): string {
  switch (problem) {
    case "in-use":
      return "Loop still runs on this database. Stop all of its servers, then try again.";
    case "not-empty":
      return "The database holds rows already, so nothing was taken in. Name an empty one.";
    case "no-export":
      return `${file} is no export of Loop. Nothing was taken in.`;
    case "other-version":
      return `${file} was written by another version of Loop. Export it again with this version.`;
    case "cut-short":
      return `${file} is not whole. Nothing was taken in; export it again.`;
    case "not-the-same":
      return `What arrived is not what ${file} says. Nothing was taken in; export it again.`;
    default:
      return problem satisfies never;
  }
}

/** "3 conversations, 120 events and 18 other rows". */
export function countWords(counts: Readonly<Record<string, number>>): string {
  const { conversation = 0, event = 0, ...others } = counts;
  const rest = Object.values(others).reduce((sum, count) => sum + count, 0);
  return `${conversation} conversations, ${event} events and ${rest} other rows`;
}
