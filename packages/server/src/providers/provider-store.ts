import { readFile, stat } from "node:fs/promises";
import { FileBusyError, isErrno, removeStaleTempFiles, replaceFile, withFileLock } from "@loop/core/host";
import * as z from "zod/mini";
import { failed, ok, type Result } from "../result.js";

/** A key belongs to the one address it was entered for. */
const SavedProvider = z.object({
  address: z.optional(z.string()),
  key: z.optional(z.object({ value: z.string(), address: z.string() })),
});
export type SavedProvider = z.infer<typeof SavedProvider>;
export type SavedProviders = Readonly<Record<string, SavedProvider | undefined>>;

const File = z.object({ version: z.literal(1), providers: z.record(z.string(), SavedProvider) });

/** A change computed from what is kept right now; a failure changes nothing. */
export type ProviderChange = (saved: SavedProviders) => Result<SavedProviders>;

/** Where a host keeps what its people entered of providers. */
export interface ProviderStore {
  read(): Promise<Result<SavedProviders>>;
  change(change: ProviderChange): Promise<Result<SavedProviders>>;
}

const LOCK_WAIT_MS = 8_000;
/** Nothing Loop writes comes near it. */
const MOST_BYTES = 1_000_000;

/** One JSON file for its owner alone: read whole, written whole, under a lock that other processes respect. */
export function createProviderFile(file: string): ProviderStore {
  const read = async (): Promise<Result<SavedProviders>> => {
    const text = await textOf(file);
    if (!text.ok) return text;
    if (text.value === null) return ok({});
    const parsed = File.safeParse(parseJson(text.value));
    return parsed.success ? ok(parsed.data.providers) : failed("providers-file-malformed");
  };
  const changeLocked = async (change: ProviderChange, isLost: () => boolean): Promise<Result<SavedProviders>> => {
    const before = await read();
    if (!before.ok) return before;
    const after = change(before.value);
    if (!after.ok) return after;
    if (isLost()) return failed("storage-busy");
    await removeStaleTempFiles(file, Date.now());
    await replaceFile(file, `${JSON.stringify({ version: 1, providers: after.value }, null, 2)}\n`);
    return after;
  };
  return {
    read,
    async change(change) {
      try {
        return await withFileLock(file, { waitMs: LOCK_WAIT_MS }, (held) => changeLocked(change, () => held.isLost()));
      } catch (error) {
        return failed(error instanceof FileBusyError ? "storage-busy" : "storage-error");
      }
    },
  };
}

async function textOf(file: string): Promise<Result<string | null>> {
  try {
    const { size } = await stat(file);
    return size > MOST_BYTES ? failed("providers-file-malformed") : ok(await readFile(file, "utf8"));
  } catch (error) {
    return isErrno(error, "ENOENT") ? ok(null) : failed("storage-error");
  }
}

/** The parser's own words could repeat a part of the file, so a fault is just no value. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
