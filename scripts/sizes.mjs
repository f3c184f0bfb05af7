// File lengths, stylesheets included, and the one export shape that no linter here knows.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const FOLDERS = ["packages", "scripts", "long", "bench", "e2e"];
const SKIPPED = new Set(["node_modules", "dist", ".types", "public"]);
const MEASURED = /\.(ts|tsx|mjs|css)$/;
const TEST = /(^packages\/[^/]+\/test(-support)?\/.*|\.test\.(ts|tsx|mjs)|\.e2e\.ts)$/;
const MAX_LINES = 300;
const MAX_TEST_LINES = 500;

/** What is wrong with one file, as sentences. */
export function complaintsAbout(path, text) {
  const complaints = [];
  const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
  const limit = TEST.test(path) ? MAX_TEST_LINES : MAX_LINES;
  if (lines > limit)
    complaints.push(`${path} has ${lines} lines, the limit is ${limit}: find its second idea and name it.`);
  if (!path.endsWith(".css") && /^export \*/m.test(text))
    complaints.push(`${path} re-exports with a star: list the names.`);
  return complaints;
}

function* measuredFiles(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) yield* measuredFiles(path);
    else if (entry.isFile() && MEASURED.test(entry.name)) yield path;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) => [
    ...measuredFiles(folder),
  ]);
  const complaints = files.flatMap((path) => complaintsAbout(path, readFileSync(join(root, path), "utf8")));
  for (const complaint of complaints) console.error(complaint);
  process.exitCode = complaints.length > 0 ? 1 : 0;
}
