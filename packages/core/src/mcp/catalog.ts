import type { JsonSchema, JsonValue } from "@loop/contract";
import { isDeepJson } from "../kit/json-shape.js";
import { hasUsableHeaders } from "./header-annotations.js";
import { MAX_CATALOG_BYTES } from "./limits.js";
import { labelText, wellFormed } from "./plain-text.js";
import { isRecord } from "./transport.js";

/** A tool as it was read, in Loop's terms. Strings are the server's own. */
export interface CatalogTool {
  readonly toolName: string;
  readonly label: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

export interface Catalog {
  readonly tools: readonly CatalogTool[];
  /** Names of definitions that could not be used, or their places in the list. */
  readonly dropped: readonly string[];
  /** Kept whole up to a limit; the prompt shows a line of it. */
  readonly instructions: string | null;
  /** Milliseconds the server said its list stays good for; null when it said nothing. */
  readonly freshForMs: number | null;
}

const maxToolBytes = 512 * 1_024;
const maxSchemaDepth = 200;
const maxNameLength = 512;
const maxInstructionsLength = 20_000;

export interface ReadTools {
  readonly tools: readonly CatalogTool[];
  readonly dropped: readonly string[];
  /** Null: the whole is larger than a catalog may be. */
  readonly bytes: number | null;
}

export interface ReadRules {
  /** The connection carries arguments in headers, so what a schema asks for must be sendable. */
  readonly sendsHeaders: boolean;
}

/** Each definition for itself: what is wrong with one costs the others nothing. The second of two equal names goes. */
export function readTools(raw: readonly unknown[], rules: ReadRules): ReadTools {
  const tools = new Map<string, CatalogTool>();
  const dropped: string[] = [];
  let bytes = 0;
  for (const [index, entry] of raw.entries()) {
    const size = jsonBytes(entry);
    bytes += Math.min(size, maxToolBytes);
    if (bytes > MAX_CATALOG_BYTES) return { tools: [], dropped, bytes: null };
    const tool = size > maxToolBytes ? null : readTool(entry);
    const isCallable = tool !== null && (!rules.sendsHeaders || hasUsableHeaders(tool.inputSchema));
    if (!isCallable || tools.has(tool.toolName)) dropped.push(entryName(entry, index));
    else tools.set(tool.toolName, tool);
  }
  return { tools: [...tools.values()], dropped, bytes };
}

export function readInstructions(text: string | null): string | null {
  if (text === null || text.trim() === "") return null;
  return wellFormed(text.slice(0, maxInstructionsLength));
}

function readTool(entry: unknown): CatalogTool | null {
  if (!isRecord(entry)) return null;
  const { name, inputSchema, outputSchema } = entry;
  if (typeof name !== "string" || name === "" || name.length > maxNameLength) return null;
  if (!isUsableInput(inputSchema)) return null;
  return {
    toolName: name,
    label: readLabel(entry, name),
    description: typeof entry.description === "string" ? wellFormed(entry.description) : "",
    inputSchema,
    ...(isSchema(outputSchema) ? { outputSchema } : {}),
  };
}

/** A schema that a call's arguments, always an object, could meet at all. */
function isUsableInput(schema: unknown): schema is JsonSchema {
  if (schema === true) return true;
  if (!isSchema(schema) || typeof schema === "boolean") return false;
  const { type } = schema;
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

function isSchema(value: unknown): value is JsonSchema {
  if (typeof value === "boolean") return true;
  return isJsonObject(value) && !isDeepJson(value, maxSchemaDepth);
}

/** It came out of a JSON parser, so an object holds nothing but JSON. */
function isJsonObject(value: unknown): value is { readonly [key: string]: JsonValue } {
  return isRecord(value);
}

function readLabel(entry: Readonly<Record<string, unknown>>, name: string): string {
  const annotations = isRecord(entry.annotations) ? entry.annotations : {};
  for (const title of [entry.title, annotations.title, name]) {
    const label = typeof title === "string" ? labelText(title, 100) : "";
    if (label !== "") return label;
  }
  return "tool";
}

function entryName(entry: unknown, index: number): string {
  const name = isRecord(entry) && typeof entry.name === "string" ? labelText(entry.name, 100) : "";
  return name === "" ? `#${index + 1}` : name;
}

/** Deeper than the engine's writer can go counts as too large. */
function jsonBytes(value: unknown): number {
  if (isDeepJson(value, 5_000)) return Number.POSITIVE_INFINITY;
  return JSON.stringify(value)?.length ?? 0;
}
