import { describe, expect, test } from "vitest";
import { FileFailure } from "./file-failure.js";
import { isGitName, type PathRules, pathNames } from "./path-names.js";

const posix: PathRules = { platform: "linux", starts: ["/work/space"], base: [] };
const windows: PathRules = { platform: "win32", starts: ["C:\\work\\space"], base: [] };

function outcome(path: string, rules: PathRules): string {
  try {
    return pathNames(path, rules).join("|");
  } catch (error) {
    if (error instanceof FileFailure) return error.code;
    throw error;
  }
}

describe("on a system with one root", () => {
  test.each([
    ["", ""],
    [".", ""],
    ["a/b", "a|b"],
    ["./a//b/.", "a|b"],
    ["a/../b", "a|..|b"],
    ["/work/space", ""],
    ["/work/space/a", "a"],
    ["/work/spaces/a", "path-outside"],
    ["/etc/passwd", "path-outside"],
    ["a\0b", "path-invalid"],
    ["x".repeat(5_000), "path-invalid"],
    ["C:\\a", "C:\\a"],
  ])("%j is %s [PER-09]", (path, expected) => expect(outcome(path, posix)).toBe(expected));
});

describe("on Windows", () => {
  test.each([
    ["a\\b", "a|b"],
    ["c:/WORK/space/a", "a"],
    ["D:\\a", "path-outside"],
    ["C:a", "path-outside"],
    ["\\\\server\\share\\a", "path-outside"],
    ["\\\\?\\C:\\work\\space\\a", "path-outside"],
    ["\\a", "path-outside"],
    ["file::$DATA", "path-invalid"],
    ["file:stream", "path-invalid"],
    ["nul", "path-invalid"],
    ["a/COM1.txt", "path-invalid"],
    ["a/con", "path-invalid"],
    ["name.", "path-invalid"],
    ["name ", "path-invalid"],
    ["a\u0001", "path-invalid"],
  ])("%j is %s [PER-09]", (path, expected) => expect(outcome(path, windows)).toBe(expected));
});

test.each([".git", ".GIT", ".Git", "git~1", ".git.", ".git ", ".g\u200cit", ".git::$INDEX_ALLOCATION"])(
  "%j is known as a repository's folder [PER-09]",
  (name) => expect(isGitName(name)).toBe(true),
);

test.each(["git", ".gitignore", ".github", ".gitattributes"])("%j is an ordinary name", (name) =>
  expect(isGitName(name)).toBe(false),
);
