import { expect, test } from "vitest";
import type { FakeBehaviour } from "./behaviour.js";
import { catalogPage, toolsOf } from "./catalog.js";
import { sharedMisbehaviours } from "./misbehaviours.js";
import { hostileSchemaTools } from "./tool-sets.js";

/** The cursors and numbers of tools of the first pages. */
function walk(behaviour: FakeBehaviour, limit: number) {
  const cursors: (string | undefined)[] = [];
  const names: unknown[] = [];
  let cursor: string | undefined;
  for (let pageNumber = 1; pageNumber <= limit; pageNumber += 1) {
    const page = catalogPage(behaviour, { version: 0, cursor, pageNumber });
    names.push(...page.tools.map((tool) => JSON.parse(JSON.stringify(tool)).name));
    cursor = page.nextCursor;
    cursors.push(cursor);
    if (cursor === undefined) break;
  }
  return { cursors, names };
}

test("a well-behaved cursor ends and shows every tool once", () => {
  const { cursors, names } = walk(sharedMisbehaviours["many-pages"], 100);
  expect([cursors.length, new Set(names).size, cursors.at(-1)]).toEqual([40, 200, undefined]);
});

test.each([
  { name: "cursor-repeats", cursors: ["again", "again", "again"], names: 6 },
  { name: "cursor-repeats-with-the-same-tools", cursors: ["again", "again", "again"], names: 2 },
  { name: "cursor-goes-in-circles", cursors: ["a", "b", "a"], names: 6 },
  { name: "cursor-is-always-new", cursors: ["new-1", "new-2", "new-3"], names: 6 },
  { name: "cursor-is-always-empty", cursors: ["", "", ""], names: 6 },
] as const)("$name", ({ name, cursors, names }) => {
  const walked = walk(sharedMisbehaviours[name], 3);
  expect([walked.cursors, new Set(walked.names).size]).toEqual([cursors, names]);
});

test("the last version of the list stays", () => {
  const behaviour: FakeBehaviour = { catalogs: [["echo"], ["echo", "add"]] };
  expect([0, 1, 2].map((version) => toolsOf(behaviour, version).length)).toEqual([1, 2, 2]);
});

test("one tool too many, and tools with names that objects inherit", () => {
  expect(toolsOf(sharedMisbehaviours["one-tool-too-many"], 0)).toHaveLength(501);
  expect(JSON.stringify(toolsOf(sharedMisbehaviours["prototype-names"], 0))).toContain('"properties":{"__proto__"');
});

test("every behaviour and every hostile schema survives being written as JSON", () => {
  for (const behaviour of [...Object.values(sharedMisbehaviours), { tools: hostileSchemaTools() }]) {
    const text = JSON.stringify(behaviour);
    expect(JSON.stringify(JSON.parse(text))).toBe(text);
  }
});
