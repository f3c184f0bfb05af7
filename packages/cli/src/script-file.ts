import { open } from "node:fs/promises";
import { visibleLine } from "./visible-text.js";

/** More than any script may have; the session refuses it with its own words. */
const MOST_BYTES = 1024 * 1024;

export type ScriptFile =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly sentence: string };

/** A script from a file, taken relative to the working directory. */
export async function readScriptFile(path: string): Promise<ScriptFile> {
  const failed = (words: string): ScriptFile => ({ ok: false, sentence: `${visibleLine(path)} ${words}` });
  try {
    const file = await open(path, "r");
    try {
      const facts = await file.stat();
      if (!facts.isFile()) return failed("is not a file. Name the file with the script.");
      if (facts.size > MOST_BYTES) return failed("is too large for a script.");
      return { ok: true, source: await file.readFile("utf8") };
    } finally {
      await file.close();
    }
  } catch {
    return failed("cannot be read. Check the name and the rights.");
  }
}
