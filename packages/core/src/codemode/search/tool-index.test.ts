import { expect, test } from "vitest";
import type { McpTool } from "../../mcp/tool-source.js";
import { buildToolIndex } from "./build-index.js";

function tool(serverId: string, toolName: string, description: string): McpTool {
  const name = `${serverId}_${toolName}`;
  return { name, serverId, serverName: serverId, toolName, label: toolName, description, inputSchema: {} };
}

const names = (hits: readonly { readonly tool: McpTool }[]) => hits.map((hit) => hit.tool.name);

test("of tools that fit alike, those of the service that the sentence is about come first [CM-09]", async () => {
  const index = await buildToolIndex([
    tool("shop", "create", "Creates an item."),
    tool("shop", "remove", "Takes out of the basket."),
    tool("diary", "create", "Creates an item."),
    tool("diary", "list", "All appointments and meetings."),
  ]);
  expect(names(index.search("create appointment", 2))).toEqual(["diary_list", "diary_create"]);
  expect(names(index.search("create basket", 4)).indexOf("shop_create")).toBeLessThan(
    names(index.search("create basket", 4)).indexOf("diary_create"),
  );
});

test("a tool's whole name finds it first, whatever its server is about [CM-09]", async () => {
  const index = await buildToolIndex([
    tool("issues", "search", "Create issue, create issue, create issue."),
    tool("issues", "list", "Issues that somebody may create."),
    tool("other", "createIssue", "Makes one."),
  ]);
  expect(names(index.search("create issue", 1))).toEqual(["other_createIssue"]);
});

test("a word longer than any is no reason to fail, and finds nothing [CM-09]", async () => {
  const index = await buildToolIndex([tool("a", "x".repeat(5_000), "y".repeat(700))]);
  expect(index.search("z".repeat(390), 3)).toEqual([]);
  expect(names(index.search("x".repeat(399), 3))).toEqual([]);
});
