import { realpath } from "node:fs/promises";

/** The real path of a place that may not exist (yet); null stays null. */
export async function realPlace(path: string | null): Promise<string | null> {
  return path === null ? null : await realpath(path).catch(() => path);
}
