import { createHash } from "node:crypto";
import type { DefinitionChange, JsonSchema } from "@loop/contract";

/** A tool as its server describes it: all of it is the server's own words. */
export interface ToolDefinition {
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** The definition that a person last allowed. */
export interface AllowedDefinition {
  /** SHA-256 of all its texts, in hex. */
  readonly digest: string;
  /** ISO time. */
  readonly allowedAt: string;
  /** Null where they are too long to keep: then it is known that something changed, and not what. */
  readonly texts: DefinitionTexts | null;
}

/** Schemas as JSON with sorted keys, so that order alone is no change; "" where there is none. */
export interface DefinitionTexts {
  readonly description: string;
  readonly inputSchema: string;
  readonly outputSchema: string;
}

export interface DefinitionKey {
  readonly serverId: string;
  readonly toolName: string;
}

/** What one person allowed before, tool by tool. A host keeps it over restarts; a session alone has it in memory. */
export interface DefinitionMemory {
  last(tool: DefinitionKey): Promise<AllowedDefinition | null>;
  remember(tool: DefinitionKey, allowed: AllowedDefinition): Promise<void>;
}

const MOST_CHARACTERS = 48_000;

export function allowedDefinition(definition: ToolDefinition, allowedAt: string): AllowedDefinition {
  const texts = textsOf(definition);
  return { digest: digestOf(texts), allowedAt, texts: isShort(texts) ? texts : null };
}

/** What is different now; null where nothing is (PER-15). */
export function changeSince(last: AllowedDefinition, definition: ToolDefinition): DefinitionChange | null {
  const after = textsOf(definition);
  if (digestOf(after) === last.digest) return null;
  const { allowedAt, texts: before } = last;
  if (before === null || !isShort(after)) return { allowedAt, tooLong: true };
  return {
    allowedAt,
    ...(before.description === after.description
      ? {}
      : { description: { before: before.description, after: after.description } }),
    ...(before.inputSchema === after.inputSchema
      ? {}
      : { inputSchema: { before: parsed(before.inputSchema), after: parsed(after.inputSchema) } }),
    ...(before.outputSchema === after.outputSchema
      ? {}
      : { outputSchema: { before: parsed(before.outputSchema), after: parsed(after.outputSchema) } }),
  };
}

/** For the life of a session. */
export class SessionDefinitions implements DefinitionMemory {
  readonly #allowed = new Map<string, AllowedDefinition>();

  async last(tool: DefinitionKey): Promise<AllowedDefinition | null> {
    return this.#allowed.get(keyOf(tool)) ?? null;
  }

  async remember(tool: DefinitionKey, allowed: AllowedDefinition): Promise<void> {
    this.#allowed.set(keyOf(tool), allowed);
  }
}

/** One string for one tool: neither name can hold the sign between them unescaped. */
export function keyOf({ serverId, toolName }: DefinitionKey): string {
  return JSON.stringify([serverId, toolName]);
}

function textsOf({ description, inputSchema, outputSchema }: ToolDefinition): DefinitionTexts {
  return {
    description,
    inputSchema: sortedJson(inputSchema),
    outputSchema: outputSchema === undefined ? "" : sortedJson(outputSchema),
  };
}

function digestOf({ description, inputSchema, outputSchema }: DefinitionTexts): string {
  return createHash("sha256")
    .update(JSON.stringify([description, inputSchema, outputSchema]))
    .digest("hex");
}

function isShort({ description, inputSchema, outputSchema }: DefinitionTexts): boolean {
  return description.length + inputSchema.length + outputSchema.length <= MOST_CHARACTERS;
}

function sortedJson(schema: JsonSchema): string {
  return JSON.stringify(schema, (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** Null where there was no schema. */
function parsed(text: string): unknown {
  return text === "" ? null : JSON.parse(text);
}
