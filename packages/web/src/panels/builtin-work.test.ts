import { expect, test } from "vitest";
import { builtinArguments, builtinSubject, commandWork } from "./builtin-work.js";

test("a step of a built-in tool says what it is about", () => {
  expect(builtinSubject("read_file", { path: "src/a.ts", lines: 3 })).toBe("src/a.ts");
  expect(builtinSubject("run_command", { command: "npm test" })).toBe("npm test");
  expect(builtinSubject("search_files", { text: "tide" })).toBe("tide");
  expect(builtinSubject("memory_write", { text: "Likes green tea" })).toBe("Likes green tea");
  expect(builtinSubject("memory_search", { query: "tea" })).toBe("tea");
  expect(builtinSubject("list_mcp_tools", { server: "Hub", group: "garden" })).toBe("Hub");
  expect(builtinSubject("list_files", {})).toBe("");
});

test("a long command is cut on its step, a path never is", () => {
  expect(builtinSubject("run_command", { command: "echo one\necho two" })).toBe("echo one…");
  expect([...builtinSubject("run_command", { command: "x".repeat(300) })]).toHaveLength(72);
  const path = `${"folder/".repeat(40)}file.ts`;
  expect(builtinSubject("edit_file", { path })).toBe(path);
});

test("every argument is there as text", () => {
  expect(builtinArguments({ path: "a", replace_all: true })).toEqual([
    { name: "path", text: "a" },
    { name: "replace_all", text: "true" },
  ]);
});

test("a command is shown as one only where nothing of its arguments would be left out [PER-06]", () => {
  expect(commandWork({ command: "ls" })).toEqual({ command: "ls", folder: null, seconds: null });
  expect(commandWork({ command: "ls", folder: "src", timeout_seconds: 5 })).toEqual({
    command: "ls",
    folder: "src",
    seconds: 5,
  });
  expect(commandWork({ command: "ls", extra: 1 })).toBeNull();
  expect(commandWork({ command: 7 })).toBeNull();
  expect(commandWork({ command: "ls", folder: 7 })).toBeNull();
});
