import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export interface Citation {
  readonly id: string;
  /** Relative to the repository. */
  readonly file: string;
  readonly title: string;
}

export interface Coverage {
  /** Every id of the requirement list, in its order; empty while there is no list. */
  readonly known: readonly string[];
  readonly citations: readonly Citation[];
  /** Known and cited by no test. */
  readonly uncited: readonly string[];
  /** Cited and not in the list. */
  readonly unknown: readonly Citation[];
}

const rowPattern = /^\| ([A-Z]+-\d+) \|/gm;
const idPattern = /[A-Z]+-\d+/g;
/** A string literal with ids in square brackets, in one group or several. */
const citedTitlePattern = /(["'`])((?:(?!\1)[^\n\\]|\\.)*\[[A-Z]+-\d+(?:, ?[A-Z]+-\d+)*\](?:(?!\1)[^\n\\]|\\.)*)\1/g;
const citedGroupPattern = /\[([A-Z]+-\d+(?:, ?[A-Z]+-\d+)*)\]/g;

export const repositoryRoot = fileURLToPath(new URL("../../../", import.meta.url));

const places = [
  { folder: "packages", test: /^[^/]+\/src\/.*\.test\.tsx?$/ },
  { folder: "scripts", test: /\.test\.mjs$/ },
  { folder: "e2e", test: /\.e2e\.ts$/ },
] as const;

export function requirementIds(markdown: string): string[] {
  return [...markdown.matchAll(rowPattern)].flatMap((match) => match[1] ?? []);
}

export function citationsIn(source: string, file: string): Citation[] {
  return [...source.matchAll(citedTitlePattern)].flatMap(([, , title = ""]) =>
    [...title.matchAll(citedGroupPattern)]
      .flatMap((group) => [...(group[1] ?? "").matchAll(idPattern)])
      .map((id) => ({ id: id[0], file, title })),
  );
}

function testFiles(root: string): string[] {
  return places
    .flatMap(({ folder, test }) => filesBelow(join(root, folder)).filter((path) => test.test(path.relative)))
    .map((path) => path.absolute);
}

function filesBelow(folder: string): { absolute: string; relative: string }[] {
  if (!existsSync(folder)) return [];
  const walk = (path: string): string[] =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      if (entry.name === "node_modules" || entry.name === "dist") return [];
      const below = join(path, entry.name);
      if (entry.isDirectory()) return walk(below);
      return entry.isFile() ? [below] : [];
    });
  return walk(folder).map((absolute) => ({ absolute, relative: relative(folder, absolute).replaceAll("\\", "/") }));
}

/** Which requirement is cited by which test. */
export function coverage(root: string = repositoryRoot): Coverage {
  const list = join(root, "docs", "requirements.md");
  const known = existsSync(list) ? requirementIds(readFileSync(list, "utf8")) : [];
  const citations = testFiles(root).flatMap((path) => citationsIn(readFileSync(path, "utf8"), relative(root, path)));
  const cited = new Set(citations.map((citation) => citation.id));
  const knownSet = new Set(known);
  return {
    known,
    citations,
    uncited: known.filter((id) => !cited.has(id)),
    unknown: citations.filter((citation) => !knownSet.has(citation.id)),
  };
}

/** Ids that must be cited: an area (`CFG`) stands for all its rows, `CFG-02` for itself. */
export function mustBeCited(finished: readonly string[], known: readonly string[]): string[] {
  return known.filter((id) => finished.some((entry) => entry === id || id.startsWith(`${entry}-`)));
}
