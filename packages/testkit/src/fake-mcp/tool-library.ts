import type { FakeTool } from "./behaviour.js";
import { deepResult, everyBlock, pixelPng, textResult, unicodeText, unknownBlock } from "./content.js";
import type { ServerQuestion } from "./faults.js";

/** What a running call may do; `run` answers with the raw JSON of the result. */
export interface ToolCall {
  readonly args: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** How often this tool has run with these arguments in this process, this run included. */
  readonly executions: number;
  ask(question: ServerQuestion): Promise<unknown>;
  wait(ms: number): Promise<void>;
  progress(done: number, total: number): void;
  bumpCatalog(): void;
}

export interface LibraryTool {
  readonly definition: Omit<FakeTool, "result" | "error">;
  run(call: ToolCall): string | Promise<string>;
}

type Properties = Readonly<Record<string, unknown>>;

function define(
  name: string,
  description: string,
  properties: Properties,
  run: LibraryTool["run"],
  more: Partial<FakeTool> = {},
): LibraryTool {
  const inputSchema = { type: "object", properties, required: Object.keys(properties) };
  return { definition: { name, description, inputSchema, ...more }, run };
}

const text = { type: "string" };
const number = { type: "number" };

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number(value ?? 0);
}

function json(value: unknown): string {
  return textResult(JSON.stringify(value));
}

function environment(): unknown {
  return { env: { ...process.env }, argv: process.argv.slice(3), cwd: process.cwd(), pid: process.pid };
}

const exponentialSchema = {
  type: "object",
  properties: { word: { type: "string", pattern: "^(a+)+$" } },
  required: ["word"],
};

const tools: readonly LibraryTool[] = [
  define("echo", "Answers with the text it was given.", { text }, (call) => textResult(String(call.args.text))),
  define("add", "Adds two numbers.", { a: number, b: number }, (call) =>
    textResult(String(numberOf(call.args.a) + numberOf(call.args.b))),
  ),
  define("slow", "Answers after some milliseconds.", { ms: number }, async (call) => {
    await call.wait(numberOf(call.args.ms));
    return textResult("done");
  }),
  define("fail", "Always fails.", {}, () => textResult("it went wrong", { isError: true })),
  define("image", "Answers with a picture.", {}, () =>
    JSON.stringify({ content: [{ type: "image", data: pixelPng, mimeType: "image/png" }] }),
  ),
  define("counter", "Says how often it ran with this key.", { key: text }, (call) => json(call.executions)),
  define("env", "Names the environment, arguments and directory of the server.", {}, () => json(environment())),
  define("headers", "Names the headers the call came with.", {}, (call) => json(call.headers)),
  define("bytes", "Answers with a text of so many bytes.", { count: number }, (call) =>
    textResult("x".repeat(numberOf(call.args.count))),
  ),
  define("deep", "Answers with a deeply nested object.", { depth: number }, (call) =>
    deepResult(numberOf(call.args.depth)),
  ),
  define("blocks", "Answers with every kind of content block.", {}, () => JSON.stringify({ content: everyBlock })),
  define("unknown-block", "Answers with a content block nobody knows.", {}, () =>
    JSON.stringify({ content: [unknownBlock, { type: "text", text: "and a known one" }] }),
  ),
  define("unicode", "Answers with text of many scripts.", {}, () => textResult(unicodeText)),
  define("echo-json", "Answers with its arguments as JSON.", {}, (call) => json(call.args)),
  define("ask", "Asks the client a question of the server.", { question: text }, async (call) =>
    json(await call.ask(questionOf(call.args.question))),
  ),
  define("progress", "Reports progress and answers.", { times: number, everyMs: number }, async (call) => {
    const times = numberOf(call.args.times);
    for (let done = 1; done <= times; done += 1) {
      await call.wait(numberOf(call.args.everyMs));
      call.progress(done, times);
    }
    return textResult("done");
  }),
  define("bump", "Goes on to the next version of the tool list.", {}, (call) => {
    call.bumpCatalog();
    return textResult("changed");
  }),
  define(
    "structured",
    "Answers with structured content that fits its schema.",
    {},
    () => textResult("sunny", { structuredContent: { word: "sunny" } }),
    { outputSchema: { type: "object", properties: { word: text }, required: ["word"] } },
  ),
  define("structured-missing", "Declares a schema and sends text only.", {}, () => textResult("no structure"), {
    outputSchema: { type: "object", properties: { word: text }, required: ["word"] },
  }),
  define(
    "structured-hostile",
    "Its output schema takes exponential time.",
    { length: number },
    (call) => textResult("slow", { structuredContent: { word: `${"a".repeat(numberOf(call.args.length))}!` } }),
    { outputSchema: exponentialSchema },
  ),
];

function questionOf(value: unknown): ServerQuestion {
  return value === "elicitation" || value === "roots" ? value : "sampling";
}

const byName = new Map(tools.map((tool) => [String(tool.definition.name), tool]));

export function libraryTool(name: string): LibraryTool | undefined {
  return byName.get(name);
}

export const libraryToolNames: readonly string[] = [...byName.keys()];
