import { expect, test } from "vitest";
import { promptWords } from "./prompt-words.js";

test("a text of the app is named for what it does, and an unknown one by its key", () => {
  expect(promptWords("role").title).toBe("Role");
  expect(promptWords("of_tomorrow")).toEqual({ title: "of_tomorrow", aside: "", tool: null });
  expect(promptWords("memory_write").tool).toBe("memory_write");
});
