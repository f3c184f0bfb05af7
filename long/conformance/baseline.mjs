// The expected failures with their reasons: the comment above an entry, as far as the file reads line by line.
import { readFileSync } from "node:fs";

/** A map from scenario name to the reason why it may fail. */
export function readReasons(file) {
  const reasons = new Map();
  let reason = "";
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const comment = /^ {2}# (.+)$/.exec(line);
    const entry = /^ {2}- ([^:\s]+)/.exec(line);
    if (comment) reason = comment[1];
    if (entry) reasons.set(entry[1], reason);
  }
  return reasons;
}
