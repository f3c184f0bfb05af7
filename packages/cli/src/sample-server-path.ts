import { fileURLToPath } from "node:url";

/** Absolute path of the bundled sample server's entry file. */
export function sampleServerPath(): string {
  return fileURLToPath(import.meta.resolve("@loop/core/sample-server"));
}
