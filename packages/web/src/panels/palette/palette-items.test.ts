import { expect, test } from "vitest";
import { findItems, movedTo, type PaletteGroup, type PaletteItem } from "./palette-items.js";

const item = (group: PaletteGroup, text: string, note = ""): PaletteItem => ({
  key: `${group} ${text}`,
  group,
  text,
  note,
  isCode: group === "tools",
  run: () => {},
});
const texts = (items: readonly PaletteItem[], wanted: string) =>
  findItems(items, wanted).map(({ group, items: found }) => [group, ...found.map(({ text }) => text)]);

const all = [
  item("do", "New conversation"),
  item("conversations", "Pull requests"),
  item("tools", "get_pull_request", "GitHub"),
  item("asks", "create_pull_request", "GitHub"),
];

test("what waits comes first, whatever order it was told in", () => {
  expect(texts(all, "pull")).toEqual([
    ["asks", "create_pull_request"],
    ["tools", "get_pull_request"],
    ["conversations", "Pull requests"],
  ]);
});

test("the words may be spread over a text and its note", () => {
  expect(texts(all, "github get")).toEqual([["tools", "get_pull_request"]]);
});

test("without words no tools are listed, and only the newest conversations", () => {
  const many = Array.from({ length: 20 }, (_, index) => item("conversations", `Talk ${index}`));
  const found = findItems([...all, ...many], " ");
  expect(found.map(({ group, items }) => [group, items.length])).toEqual([
    ["asks", 1],
    ["conversations", 5],
    ["do", 1],
  ]);
});

test("arrows go round, other keys do nothing, and nothing has no places", () => {
  expect(movedTo("ArrowDown", 2, 3)).toBe(0);
  expect(movedTo("ArrowUp", 0, 3)).toBe(2);
  expect(movedTo("a", 0, 3)).toBeNull();
  expect(movedTo("ArrowDown", 0, 0)).toBeNull();
});
