import { duplicateNameTools, hostileSchemaTools, malformedTools, oneBadSchemaTools } from "@loop/testkit";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { McpBench, textOf } from "../../test/mcp-bench.js";
import { readInstructions, readTools } from "./catalog.js";
import { hasUsableHeaders } from "./header-annotations.js";
import { labelText } from "./plain-text.js";
import { readResult } from "./results.js";
import { hashedToolName } from "./tool-names.js";

const rules = { sendsHeaders: false };
const names = (list: readonly unknown[]) => readTools(list, rules).tools.map((tool) => tool.toolName);
const tool = (name: unknown, more: object = {}) => ({ name, inputSchema: { type: "object" }, ...more });

describe("reading a list", () => {
  test("one bad definition costs only itself and is named", () => {
    const deep = JSON.parse(`${'{"properties":{"a":'.repeat(150)}{}${"}}".repeat(150)}`);
    const list = [
      tool("good"),
      tool(7),
      tool(""),
      { name: "bare" },
      tool("list", { inputSchema: [] }),
      tool("deep", { inputSchema: deep }),
      null,
      tool("last"),
    ];
    expect(readTools(list, rules)).toMatchObject({
      tools: [{ toolName: "good" }, { toolName: "last" }],
      dropped: ["#2", "#3", "bare", "list", "deep", "#7"],
    });
  });

  test("of two equal names the first stays", () => {
    const list = [tool("twin", { description: "first" }), tool("twin", { description: "second" })];
    expect(readTools(list, rules)).toMatchObject({ tools: [{ description: "first" }], dropped: ["twin"] });
  });

  test("schemas without type or properties, and true, are fine; those no object can meet are not", () => {
    const schemas = [{}, true, { type: ["object", "null"] }, { type: "string" }, false, { type: null }];
    expect(names(schemas.map((inputSchema, index) => tool(`t${index}`, { inputSchema })))).toEqual(["t0", "t1", "t2"]);
  });

  test("a catalog larger than Loop keeps is none", () => {
    const list = Array.from({ length: 30 }, (_, index) => tool(`t${index}`, { description: "d".repeat(400_000) }));
    expect(readTools(list, rules).bytes).toBeNull();
  });

  test("a label is one clean line, out of title, annotation or name", () => {
    const titled = tool("a", { title: " Send\u202e it\u200b\n now ", annotations: { title: "other" } });
    const annotated = tool("b", { annotations: { title: "Annotated" } });
    const labels = readTools([titled, annotated, tool("c"), tool("\u0007")], rules).tools.map((entry) => entry.label);
    expect(labels).toEqual(["Send it now", "Annotated", "c", "tool"]);
    expect(labelText("x".repeat(200), 10)).toBe("xxxxxxxxx…");
  });

  test("instructions are kept up to a length, blank ones are none", () => {
    expect(readInstructions("  \n ")).toBeNull();
    expect(readInstructions("i".repeat(50_000))).toHaveLength(20_000);
  });

  test.each([
    [{ type: "object", properties: { a: { type: "string", "x-mcp-header": "Region" } } }, true],
    [
      {
        type: "object",
        properties: { a: { type: "object", properties: { b: { type: "integer", "x-mcp-header": "B" } } } },
      },
      true,
    ],
    [{ type: "object", properties: { a: { default: { "x-mcp-header": 1 } } } }, true],
    [{ type: "object", properties: { a: { type: "number", "x-mcp-header": "A" } } }, false],
    [{ type: "object", properties: { a: { type: "string", "x-mcp-header": "A B" } } }, false],
    [{ type: "object", properties: { a: { type: "string", "x-mcp-header": "" } } }, false],
    [{ type: "object", properties: { a: { type: "array", items: { type: "string", "x-mcp-header": "A" } } } }, false],
    [
      {
        type: "object",
        properties: { a: { type: "string", "x-mcp-header": "A" }, b: { type: "string", "x-mcp-header": "a" } },
      },
      false,
    ],
    [{ type: "object", "x-mcp-header": "A" }, false],
  ])("headers asked for in %j can be sent: %s", (schema, usable) => {
    expect(hasUsableHeaders(schema)).toBe(usable);
  });
});

describe("names for models", () => {
  test("fit every provider, stay the same, and differ for different tools [CAT-02]", () => {
    const anyName = fc.oneof(fc.string({ maxLength: 100 }), fc.string({ unit: "binary", maxLength: 20 }));
    const anyId = fc.string({ unit: fc.constantFrom("a", "b", "0", "-", "_"), minLength: 1, maxLength: 64 });
    const pair = fc.tuple(anyId, anyName);
    fc.assert(
      fc.property(pair, pair, ([leftId, left], [rightId, right]) => {
        const name = hashedToolName(leftId, left);
        expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/);
        expect(hashedToolName(leftId, left)).toBe(name);
        if (leftId !== rightId || left !== right) expect(hashedToolName(rightId, right)).not.toBe(name);
      }),
      { numRuns: 400 },
    );
    expect(hashedToolName("mail", "send")).toBe(hashedToolName("mail", "send"));
    expect(hashedToolName("a", "b c")).not.toBe(hashedToolName("a", "b_c"));
    expect(hashedToolName("ab", "c")).not.toBe(hashedToolName("a", "bc"));
  });

  test("are pinned, since saved conversations hold them [CAT-02]", () => {
    expect(hashedToolName("files", "read_file")).toMatchInlineSnapshot(`"mcp_files_read_file_ta67szjn35qo"`);
  });
});

describe("reading a result", () => {
  test.each([
    [{ content: [] }, { content: [] }],
    [{ content: [{ type: "text", text: "a\ud800" }] }, { content: [{ type: "text", text: "a\ufffd" }] }],
    [
      { content: [{ type: "image", data: "AA==", mimeType: "image/png" }] },
      { content: [{ type: "image", data: "AA==", mimeType: "image/png" }] },
    ],
    [{ content: [{ type: "image", data: 7 }] }, { content: [{ type: "text", text: '{"type":"image","data":7}' }] }],
    [{ content: ["loose"] }, { content: [{ type: "text", text: '"loose"' }] }],
    [{ structuredContent: { a: 1 } }, { content: [{ type: "text", text: '{"a":1}' }], structuredContent: { a: 1 } }],
    [{ toolResult: 42 }, { content: [{ type: "text", text: '{"toolResult":42}' }] }],
    [{ content: [], isError: true }, { isError: true }],
  ])("%j [CAT-04]", async (raw, expected) => {
    expect(await readResult(raw)).toMatchObject({ kind: "result", ...expected });
  });

  test("what is no object is no result", async () => {
    for (const raw of [null, 7, "text", []]) expect(await readResult(raw)).toEqual({ kind: "not-a-result" });
  });
});

describe("odd catalogs over a real connection", () => {
  let bench: McpBench;
  beforeEach(() => {
    bench = new McpBench();
  });
  afterEach(() => bench.close());

  test.each(["legacy", "modern"] as const)("lists with bad entries become ready without them, %s era", async (era) => {
    await bench.addHttp("bad", { era, tools: [...malformedTools(), ...oneBadSchemaTools().slice(1, 2)] });
    const view = await bench.until("bad", "ready");
    expect(view).toMatchObject({ droppedTools: expect.arrayContaining(["array-schema", "string-schema", "broken"]) });
    expect(textOf(await bench.call("echo", { text: "fine" }))).toBe("fine");
  });

  test("hostile schemas and double names do not stop a server from being ready", async () => {
    await bench.addStdio("odd", { tools: ["echo", ...hostileSchemaTools(), ...duplicateNameTools()] });
    expect(await bench.until("odd", "ready")).toMatchObject({ droppedTools: ["deep-schema", "twin"] });
  });

  test("pages are read to the end and 500 tools are taken [LIF-08]", async () => {
    await bench.addHttp("many", { tools: [{ many: 500 }], pages: { size: 60 } });
    expect(await bench.until("many", "ready")).toMatchObject({ toolCount: 500 });
    const { tools } = bench.manager.snapshot(bench.dir);
    expect(new Set(tools.map((entry) => entry.name)).size).toBe(500);
  });
});
