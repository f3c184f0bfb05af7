import { expect, test } from "vitest";
import { searchMemory } from "./memory-search.js";
import { storedText } from "./stored-text.js";

const entries = [
  "Likes green tea",
  "Invoices go to Berlin",
  "Tee mit Milch",
  "緑茶が好き",
  "berlin office: green door",
].map((text, index) => ({ id: String(index), text, createdAt: "2030-01-01T00:00:00.000Z" }));
const found = (query: string) => searchMemory(entries, query).map(({ id }) => id);

test("entries with more words of the query come first, the others in the order given", () => {
  expect(found("green BERLIN")).toEqual(["4", "0", "1"]);
  expect(found("invoice")).toEqual(["1"]);
  expect(found("teas")).toEqual([]);
  expect(found("greens")).toEqual(["0", "4"]);
  expect(found("緑茶")).toEqual(["3"]);
});

test("without words everything is given, and a word that is nowhere finds nothing", () => {
  expect(found("")).toHaveLength(5);
  expect(found(" !? ")).toHaveLength(5);
  expect(found("constructor")).toEqual([]);
});

test("text is stored as whole characters without control characters, its lines kept", () => {
  expect(storedText(" a\u0000b\r\nc\td\u2028e\ud800 \n")).toBe("a b\nc\td\ne\ufffd");
});
