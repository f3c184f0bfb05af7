import { expect, test } from "vitest";
import type { McpTool } from "../../mcp/tool-source.js";
import { buildToolIndex } from "./build-index.js";
import { ForeignWords, foreignWords } from "./foreign-words.js";
import { wordsOf } from "./tokens.js";

function tool(toolName: string, description: string): McpTool {
  return { name: toolName, serverId: "s", serverName: "S", toolName, label: toolName, description, inputSchema: {} };
}

test("a word means what it stands for, or what nearly the same word stands for, and else nothing [CM-09]", () => {
  const words = new ForeignWords();
  words.add("aufgabe", "task 64 job 25");
  expect(words.meaningsOf("aufgabe")).toEqual([
    { word: "task", weight: 0.8 },
    { word: "job", weight: 0.5 },
  ]);
  const [near] = words.meaningsOf("aufgaben");
  expect(near?.word).toBe("task");
  expect(near?.weight).toBeLessThan(0.8);
  expect(words.meaningsOf("zucker")).toEqual([]);
});

test("the table that comes with the package knows everyday words of twelve languages [CM-09]", async () => {
  const words = await foreignWords();
  const first = (word: string) => words.meaningsOf(wordsOf(word)[0] ?? "")[0]?.word;
  expect(["datei", "archivo", "fichier", "file", "文件", "файл", "dosya", "plik", "soubor"].map(first)).toEqual(
    Array.from({ length: 9 }, () => "file"),
  );
});

test.each([
  ["Suche eine Datei", "find_file"],
  ["eliminar la tarea", "delete_task"],
  ["删除任务", "delete_task"],
])("%s finds %s [CM-09]", async (query, name) => {
  const index = await buildToolIndex([
    tool("find_file", "Looks for a file."),
    tool("delete_task", "Removes a task."),
    tool("send_mail", "Sends a letter."),
  ]);
  const [best] = index.search(query, 3);
  expect(best).toMatchObject({ tool: { name }, isGuess: true });
});

test("translations change nothing for a query whose words are all known or of no language [CM-09]", async () => {
  const index = await buildToolIndex([tool("list_files", "Lists die files."), tool("delete_task", "Removes a task.")]);
  expect(index.search("die", 3).map((hit) => hit.tool.name)).toEqual(["list_files"]);
  expect(index.search("qqqq", 3)).toEqual([]);
});
