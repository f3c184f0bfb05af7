import { expect, test } from "vitest";
import { fileName } from "./file-name.js";

test.each([
  ["Release 2.4 notes", "Release-2-4-notes.md"],
  ["../../etc/passwd", "etc-passwd.md"],
  ["a\u202Egpj.exe", "a-gpj-exe.md"],
  ["Marées à Brest", "Marées-à-Brest.md"],
  ["港のリスト", "港のリスト.md"],
  ["con", "con-.md"],
  ["…", "conversation.md"],
  ["", "conversation.md"],
  ["x".repeat(200), `${"x".repeat(60)}.md`],
])("%j becomes %j", (title, name) => {
  expect(fileName(title, "md")).toBe(name);
});
