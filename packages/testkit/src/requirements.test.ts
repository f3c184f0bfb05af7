import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { citationsIn, coverage, mustBeCited, requirementIds } from "./requirements.js";
import { makeTempDir } from "./temp-dir.js";

/** Finished areas ("CFG") and single rows ("CFG-02"): each of their rows must be cited by a test. */
const FINISHED: readonly string[] = [
  ...["CFG", "API", "LIF", "ERR", "CHG", "CAT", "CM", "PRM", "PER", "GRT", "SDK", "WEB", "UI"],
  ...["SRV", "NET", "NAM", "GRP", "CAP", "ASK", "TML", "MEM", "ANN", "SWT", "VOI", "ADM", "SEC"],
];

const found = coverage();

test("every requirement of a finished area is cited by a test", () => {
  const missing = mustBeCited(FINISHED, found.known).filter((id) => found.uncited.includes(id));
  expect(missing).toEqual([]);
});

test("every finished entry names a requirement", () => {
  expect(FINISHED.filter((entry) => mustBeCited([entry], found.known).length === 0)).toEqual([]);
});

test.skipIf(found.known.length === 0)("no test cites an unknown requirement", () => {
  expect(found.unknown).toEqual([]);
});

test("ids are read from the rows of the list and from nowhere else", () => {
  const list = "| id | behaviour |\n|---|---|\n| AAA-01 | as BBB-07 |\n| AAA-02 | more |\ntext AAA-03 |\n";
  expect(requirementIds(list)).toEqual(["AAA-01", "AAA-02"]);
});

test("citations are read from titles, in every kind of quotes", () => {
  const one = ["AAA", "01"].join("-");
  const two = ["AAA", "02"].join("-");
  const source = `test("one [${one}, ${two}]", run); test.each(x)(\`two %s [${two}]\`, run); // [${one}]\nlist[0]["[x]"]`;
  const ids = citationsIn(source, "a.test.ts").map((citation) => citation.id);
  expect(ids).toEqual([one, two, two]);
});

test("coverage names what is uncited and what is unknown", () => {
  const root = makeTempDir("coverage");
  const row = (id: string) => `| ${id} | behaviour |\n`;
  mkdirSync(join(root, "docs"), { recursive: true });
  mkdirSync(join(root, "packages/a/src/b"), { recursive: true });
  mkdirSync(join(root, "packages/a/dist"), { recursive: true });
  mkdirSync(join(root, "scripts"), { recursive: true });
  const cite = (...ids: string[]) => `test("a sentence [${ids.join(", ")}]", () => {});\n`;
  writeFileSync(join(root, "docs/requirements.md"), row("AAA-01") + row("AAA-02") + row("BBB-01"));
  writeFileSync(join(root, "packages/a/src/b/one.test.ts"), cite("AAA-01"));
  writeFileSync(join(root, "packages/a/dist/two.test.ts"), cite("AAA-02"));
  writeFileSync(join(root, "scripts/three.test.mjs"), cite("CCC-01"));
  const { known, uncited, unknown } = coverage(root);
  expect(known).toEqual(["AAA-01", "AAA-02", "BBB-01"]);
  expect(uncited).toEqual(["AAA-02", "BBB-01"]);
  expect(unknown.map((citation) => `${citation.id} ${citation.file}`)).toEqual(["CCC-01 scripts/three.test.mjs"]);
  expect(mustBeCited(["AAA", "BBB-01"], known)).toEqual(["AAA-01", "AAA-02", "BBB-01"]);
});
