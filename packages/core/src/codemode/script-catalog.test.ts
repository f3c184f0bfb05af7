import { expect, test } from "vitest";
import type { McpTool, McpToolSnapshot } from "../mcp/tool-source.js";
import { nameForScripts } from "./namespaces.js";
import { NearestNames } from "./nearest.js";
import { ScriptCatalog } from "./script-catalog.js";

function tool(serverId: string, toolName: string, more: Partial<McpTool> = {}): McpTool {
  return {
    name: `${serverId}_${toolName}_h`,
    serverId,
    serverName: serverId,
    toolName,
    label: toolName,
    description: "",
    inputSchema: { type: "object" },
    ...more,
  };
}

function snapshot(tools: readonly McpTool[], instructions?: string): McpToolSnapshot {
  const ids = [...new Set(tools.map(({ serverId }) => serverId))];
  return {
    tools,
    servers: ids.map((id) => ({
      id,
      name: `The ${id}`,
      toolNames: tools.filter(({ serverId }) => serverId === id).map(({ name }) => name),
      ...(instructions === undefined ? {} : { instructions }),
    })),
  };
}

const github = [
  tool("git-hub", "create_issue", {
    description: "Open a new issue.\nMore words.",
    inputSchema: {
      type: "object",
      properties: {
        title: { type: "string", description: "The heading" },
        labels: { type: "array", items: { type: "string" } },
      },
      required: ["title"],
    },
    outputSchema: { type: "object", properties: { number: { type: "integer" } }, required: ["number"] },
  }),
  tool("git-hub", "list_issues", { description: "Show open issues of a repository" }),
];
const weather = [tool("weather", "forecast", { description: "Tomorrow's weather for a city" })];

test("the namespace is read off the server's id, identifier-safe, and the id itself works too [CM-02]", () => {
  const names = nameForScripts(snapshot([...github, ...weather]));
  expect(names.namespaces.map(({ name }) => name)).toEqual(["git_hub", "weather"]);
  expect(names.find("git_hub.create_issue")?.tool).toBe(github[0]);
  expect(names.find("git-hub.create_issue")?.tool).toBe(github[0]);
  expect(names.find("git-hub_create_issue_h")?.tool).toBe(github[0]);
  expect(names.findNamespace("git-hub")?.name).toBe("git_hub");
});

test("names that fall together stay apart, and no path leads to two tools [CAT-02, CM-02]", () => {
  const tools = [
    tool("a-b", "x.y"),
    tool("a-b", "x_y"),
    tool("a_b", "x_y"),
    tool("a_b", "1st"),
    tool("a_b", "constructor"),
  ];
  const names = nameForScripts(snapshot(tools));
  const paths = names.namespaces.flatMap((namespace) => namespace.tools.map(({ path }) => path));
  expect(paths).toEqual(["a_b.x_y_2", "a_b.x_y", "a_b_2.x_y", "a_b_2._1st", "a_b_2.constructor"]);
  expect(paths.map((path) => names.find(path)?.tool)).toEqual(tools);
  expect(names.find("__proto__.x")).toBeNull();
});

test("search answers with paths and one-line summaries, never with schemas [CM-02]", async () => {
  const catalog = new ScriptCatalog(snapshot([...github, ...weather]));
  expect(await catalog.searchTools("create issue", {})).toEqual({
    total: 2,
    tools: [
      { path: "git_hub.create_issue", summary: "Open a new issue." },
      { path: "git_hub.list_issues", summary: "Show open issues of a repository" },
    ],
  });
  expect(await catalog.searchTools(["forecast", "weather tomorrow"], { limit: 1 })).toEqual({
    total: 1,
    tools: [{ path: "weather.forecast", summary: "Tomorrow's weather for a city" }],
  });
});

test("a search within one namespace finds nothing of another, and an unknown one names the nearest [CM-02]", async () => {
  const catalog = new ScriptCatalog(snapshot([...github, ...weather]));
  expect(await catalog.searchTools("issue", { namespace: "weather" })).toMatchObject({ total: 0, tools: [] });
  expect(await catalog.searchTools("issue", { namespace: "githb" })).toMatchObject({
    note: expect.stringContaining("git_hub"),
  });
});

test("where nothing fits or only guesses do, the answer says so and names the servers [CM-09]", async () => {
  const catalog = new ScriptCatalog(snapshot([...github, ...weather]));
  expect(await catalog.searchTools("zzz", {})).toMatchObject({
    total: 0,
    note: expect.stringContaining("nothing fits"),
  });
  expect(await catalog.searchTools("forcast", {})).toMatchObject({
    tools: [{ path: "weather.forecast" }],
    note: expect.stringContaining("guesses"),
  });
});

test("one server fills at most six of ten places while others fit too [CM-09]", async () => {
  const many = Array.from({ length: 20 }, (_, n) =>
    tool("stuffed", `issue_${n}`, { description: "issue ".repeat(50) }),
  );
  const found = (await new ScriptCatalog(snapshot([...many, ...github])).searchTools("issue", {})) as {
    tools: { path: string }[];
  };
  expect(found.tools.filter(({ path }) => path.startsWith("git_hub")).map(({ path }) => path)).toEqual([
    "git_hub.create_issue",
    "git_hub.list_issues",
  ]);
  expect(found.tools.length).toBe(10);
});

test("a namespace tells its size and a page of summaries [CM-02]", async () => {
  const catalog = new ScriptCatalog(snapshot(github, "\n\nFirst line.\nSecond."));
  expect(catalog.describeNamespace("git-hub", { offset: 1, limit: 1 })).toEqual({
    id: "git-hub",
    name: "The git-hub",
    instructions: "First line.",
    total: 2,
    tools: [{ path: "git_hub.list_issues", summary: "Show open issues of a repository" }],
  });
  expect(catalog.describeNamespace("nope", {})).toBeNull();
});

test("one tool is described by its TypeScript types, and by its raw schema only on request [CM-02]", async () => {
  const catalog = new ScriptCatalog(snapshot(github));
  const described = catalog.describeTool("git_hub.create_issue", {});
  expect(described).toEqual({
    path: "git_hub.create_issue",
    description: "Open a new issue.\nMore words.",
    input: "{\n  title: string; // The heading\n  labels?: string[];\n}",
    output: "{\n  number: number;\n}",
  });
  expect(catalog.describeTool("git_hub.create_issue", { schema: true })).toMatchObject({
    schema: github[0]?.inputSchema,
  });
});

test("an unknown path is answered with the nearest names [CM-02]", async () => {
  const catalog = new ScriptCatalog(snapshot([...github, ...weather]));
  expect(catalog.unknownTool("git_hub.createIssue")).toContain("git_hub.create_issue");
  expect(new NearestNames(["abcd"]).find("qqqq")).toEqual([]);
});

test("names a script's proxies hide are reached under another [CM-02]", () => {
  const names = nameForScripts(snapshot([tool("then", "toJSON"), tool("then", "go")]));
  expect(names.namespaces.flatMap(({ tools }) => tools.map(({ path }) => path))).toEqual([
    "then_2.toJSON_2",
    "then_2.go",
  ]);
  expect(names.find("then.toJSON")?.tool.toolName).toBe("toJSON");
});

test("a query of a megabyte costs what a short one does [CM-04]", async () => {
  const tools = Array.from({ length: 500 }, (_, n) => tool("stuffed", `tool_${n}`, { description: `word${n} issue` }));
  const catalog = new ScriptCatalog(snapshot(tools));
  await catalog.searchTools("warm", {});
  const started = performance.now();
  const unknown = Array.from({ length: 60_000 }, (_, n) => `wrod${n}`).join(" ");
  await catalog.searchTools([unknown, "\ufdfa".repeat(300_000)], {});
  expect(performance.now() - started).toBeLessThan(1_000);
});
