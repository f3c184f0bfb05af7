import type { JsonSchema, JsonValue } from "@loop/contract";

const DEPTH = 6;
const TEXT_CHARACTERS = 6_000;
const NOTE_CHARACTERS = 120;
/** Where a note's first characters are looked for: a description may be very long. */
const NOTE_SOURCE_CHARACTERS = 1_000;
/** Choices read of one list; their text alone is longer than what is kept. */
const CHOICES = 2_000;
/** JSON has no more. */
const TYPES = 7;
/** What one type costs at least, in characters. */
const TYPE_COST = 8;

type SchemaObject = { readonly [key: string]: JsonValue };
interface Context {
  readonly root: JsonSchema;
  readonly depth: number;
  readonly indent: string;
  readonly open: readonly string[];
  /** Characters left to write, for the whole: references in a circle would grow without end. */
  readonly room: { left: number };
}

/** A JSON Schema as TypeScript text for a model: shorter than the schema and what it writes calls in. */
export function typeText(schema: JsonSchema): string {
  const text = typeOf(schema, {
    root: schema,
    depth: DEPTH,
    indent: "",
    open: [],
    room: { left: 4 * TEXT_CHARACTERS },
  });
  return text.length <= TEXT_CHARACTERS ? text : `${text.slice(0, TEXT_CHARACTERS).toWellFormed()} /* cut */`;
}

function typeOf(schema: JsonSchema | JsonValue | undefined, context: Context): string {
  if (schema === undefined || schema === true) return "unknown";
  if (schema === false) return "never";
  context.room.left -= TYPE_COST;
  if (!isSchemaObject(schema) || context.depth === 0 || context.room.left <= 0) return "unknown";
  if (typeof schema.$ref === "string") return referenceType(schema.$ref, context);
  if ("const" in schema) return literal(schema.const, context);
  if (Array.isArray(schema.enum)) return union(schema.enum.slice(0, CHOICES).map((value) => literal(value, context)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return union(choices.map((choice) => typeOf(choice, deeper(context))));
  if (Array.isArray(schema.allOf)) return schema.allOf.map((part) => typeOf(part, deeper(context))).join(" & ");
  if (Array.isArray(schema.type)) {
    const types = schema.type.slice(0, TYPES).map((type) => (typeof type === "string" ? type : ""));
    return union(types.map((type) => namedType(type, schema, context)));
  }
  return namedType(typeof schema.type === "string" ? schema.type : impliedType(schema), schema, context);
}

function literal(value: JsonValue | undefined, { room }: Context): string {
  if (room.left <= 0) return "unknown";
  const text = JSON.stringify(value) ?? "unknown";
  room.left -= text.length;
  return text;
}

function namedType(type: string, schema: SchemaObject, context: Context): string {
  switch (type) {
    case "object":
      return objectType(schema, context);
    case "array":
      return arrayType(schema, context);
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return type;
    default:
      return "unknown";
  }
}

function impliedType(schema: SchemaObject): string {
  if (isSchemaObject(schema.properties)) return "object";
  return schema.items === undefined ? "" : "array";
}

function objectType(schema: SchemaObject, context: Context): string {
  const inner = deeper(context);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = isSchemaObject(schema.properties) ? Object.entries(schema.properties) : [];
  const lines = properties.map(([name, value]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    context.room.left -= key.length;
    return `${inner.indent}${key}${required.has(name) ? "" : "?"}: ${typeOf(value, inner)};${noteOf(value)}`;
  });
  if (isSchemaObject(schema.additionalProperties)) {
    lines.push(`${inner.indent}[key: string]: ${typeOf(schema.additionalProperties, inner)};`);
  }
  if (lines.length === 0) return schema.additionalProperties === false ? "{}" : "{ [key: string]: unknown }";
  return `{\n${lines.join("\n")}\n${context.indent}}`;
}

function arrayType(schema: SchemaObject, context: Context): string {
  const tuple = schema.prefixItems ?? schema.items;
  if (Array.isArray(tuple)) return `[${tuple.map((item) => typeOf(item, deeper(context))).join(", ")}]`;
  const item = typeOf(schema.items, deeper(context));
  return /[ |&]/.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function referenceType(reference: string, context: Context): string {
  if (!reference.startsWith("#") || context.open.includes(reference)) return "unknown";
  const target = resolvePointer(context.root, reference.slice(1));
  return typeOf(target, { ...context, depth: context.depth - 1, open: [...context.open, reference] });
}

function resolvePointer(root: JsonSchema, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!isSchemaObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** The server's words about a field, on one line and unable to end the comment. */
function noteOf(schema: JsonValue): string {
  if (!isSchemaObject(schema) || typeof schema.description !== "string") return "";
  const line = schema.description.slice(0, NOTE_SOURCE_CHARACTERS).replace(/\s+/g, " ").replaceAll("*/", "* /").trim();
  if (line === "") return "";
  const points = [...line];
  return ` // ${points.length <= NOTE_CHARACTERS ? line : `${points.slice(0, NOTE_CHARACTERS).join("")}…`}`;
}

function union(types: readonly string[]): string {
  const unique = [...new Set(types)];
  return unique.length === 0 ? "never" : unique.join(" | ");
}

function deeper(context: Context): Context {
  return { ...context, depth: context.depth - 1, indent: `${context.indent}  ` };
}

function isSchemaObject(value: JsonSchema | JsonValue | undefined): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
