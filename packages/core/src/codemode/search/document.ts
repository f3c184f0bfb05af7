import type { JsonSchema, JsonValue } from "@loop/contract";
import type { McpTool } from "../../mcp/tool-source.js";
import { isStopWord, wordsOf } from "./tokens.js";

/** Where a word stands decides what it weighs. */
export const FIELDS = ["server", "name", "description", "parameters", "parameterText"] as const;
export type Field = (typeof FIELDS)[number];
export type ToolDocument = Readonly<Record<Field, readonly string[]>>;

const DESCRIPTION_CHARACTERS = 800;
const PARAMETER_CHARACTERS = 3_000;
const SCHEMA_DEPTH = 4;
/** In nearly every server's name, so they tell none apart. */
const SERVER_NOISE: ReadonlySet<string> = new Set(["mcp", "server"]);

/** Read once a tool: a snapshot's tools stay the same objects as long as their catalog lives. */
const known = new WeakMap<McpTool, ToolDocument>();

export function documentOf(tool: McpTool): ToolDocument {
  const before = known.get(tool);
  if (before !== undefined) return before;
  const document = readTool(tool);
  known.set(tool, document);
  return document;
}

/** What search knows of a tool: a server's text is capped, so that stuffing words gains little. */
function readTool(tool: McpTool): ToolDocument {
  const parameters: string[] = [];
  const texts: string[] = [];
  collectParameters(tool.inputSchema, SCHEMA_DEPTH, parameters, texts);
  const server = wordsOf(`${tool.serverId} ${tool.serverName}`).filter((word) => !SERVER_NOISE.has(word));
  return {
    server: [...new Set(server)],
    name: [...wordsOf(tool.toolName), ...(tool.label === tool.toolName ? [] : wordsOf(tool.label))],
    description: telling(tool.description.slice(0, DESCRIPTION_CHARACTERS)),
    parameters: [...new Set(parameters.join(" ").slice(0, PARAMETER_CHARACTERS).split(" ").flatMap(wordsOf))],
    parameterText: telling(texts.join(" ").slice(0, PARAMETER_CHARACTERS)),
  };
}

function telling(text: string): readonly string[] {
  return wordsOf(text).filter((word) => !isStopWord(word));
}

function collectParameters(schema: JsonSchema | JsonValue, depth: number, names: string[], texts: string[]): void {
  if (depth === 0 || !isObject(schema)) return;
  const { properties, items, description } = schema;
  if (typeof description === "string") texts.push(description);
  collectParameters(items ?? null, depth - 1, names, texts);
  if (!isObject(properties)) return;
  for (const [name, value] of Object.entries(properties)) {
    names.push(name);
    collectParameters(value, depth - 1, names, texts);
  }
}

function isObject(value: JsonSchema | JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
