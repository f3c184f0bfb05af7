import { stat } from "node:fs/promises";

/** The mode bits of a file or folder; null where it is not there or cannot be looked at. */
export async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode;
  } catch {
    return null;
  }
}
