import { expect, test } from "vitest";
import { folderName } from "./workspace-words.js";

test("a folder is named by the last part of its path", () => {
  expect(folderName("/home/ada/harbour/")).toBe("harbour");
  expect(folderName("C:\\Users\\ada\\harbour")).toBe("harbour");
  expect(folderName("/")).toBe("/");
});
