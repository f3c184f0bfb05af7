import { isDeepStrictEqual } from "node:util";
import type { JsonSchema, JsonValue } from "@loop/contract";

export interface SchemaProblem {
  /** JSON pointer into the checked value. */
  readonly path: string;
  readonly message: string;
}

/** Says nothing about a value. */
const annotations = new Set([
  "title",
  "description",
  "default",
  "examples",
  "example",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$schema",
  "$comment",
  "x-mcp-header",
]);
const understood = new Set([
  "type",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "const",
  "anyOf",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
]);
const typeNames = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);
const maxNodes = 500;
const maxDepth = 30;

type SchemaObject = Exclude<JsonSchema, boolean>;

/**
 * Whether a schema is small and uses only keywords that take a bounded, short time to check. Everything else, patterns
 * and references above all, is left to the worker.
 */
export function isPlainSchema(schema: JsonSchema): boolean {
  let nodes = 0;
  const visit = (node: unknown, depth: number): boolean => {
    nodes += 1;
    if (nodes > maxNodes || depth > maxDepth) return false;
    if (typeof node === "boolean") return true;
    if (!isObject(node) || !hasPlainKeywords(node)) return false;
    return subSchemas(node).every((child) => visit(child, depth + 1));
  };
  return visit(schema, 0);
}

function hasPlainKeywords(node: SchemaObject): boolean {
  const { additionalProperties, anyOf, items, properties, required, type } = node;
  const types = Array.isArray(type) ? type : [type];
  return (
    Object.keys(node).every((key) => understood.has(key) || annotations.has(key)) &&
    (type === undefined || types.every((name) => typeof name === "string" && typeNames.has(name))) &&
    (properties === undefined || isObject(properties)) &&
    (required === undefined || (Array.isArray(required) && required.every((key) => typeof key === "string"))) &&
    (additionalProperties === undefined || isSchemaLike(additionalProperties)) &&
    (items === undefined || isSchemaLike(items)) &&
    (anyOf === undefined || (Array.isArray(anyOf) && anyOf.length > 0)) &&
    (node.enum === undefined || Array.isArray(node.enum)) &&
    boundKeys.every((key) => node[key] === undefined || typeof node[key] === "number")
  );
}

const boundKeys = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

function subSchemas(node: SchemaObject): unknown[] {
  const { additionalProperties, anyOf, items, properties } = node;
  return [
    ...(isObject(properties) ? Object.values(properties) : []),
    ...(Array.isArray(anyOf) ? anyOf : []),
    ...[additionalProperties, items].filter((child) => child !== undefined),
  ];
}

/** The first problem, or null. Only for schemas that `isPlainSchema` took. */
export function checkPlain(schema: unknown, value: unknown, path = ""): SchemaProblem | null {
  if (schema === true) return null;
  if (!isObject(schema)) return { path, message: "must not be given" };
  return (
    checkType(schema, value, path) ??
    checkChoice(schema, value, path) ??
    checkAnyOf(schema, value, path) ??
    checkSize(schema, value, path) ??
    (Array.isArray(value) ? checkItems(schema, value, path) : null) ??
    (isObject(value) ? checkObject(schema, value, path) : null)
  );
}

function checkType(schema: SchemaObject, value: unknown, path: string): SchemaProblem | null {
  const { type } = schema;
  if (type === undefined) return null;
  const types = (Array.isArray(type) ? type : [type]).map(String);
  return types.some((name) => hasType(value, name)) ? null : { path, message: `must be ${types.join(" or ")}` };
}

function hasType(value: unknown, name: string): boolean {
  switch (name) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === name;
  }
}

function checkChoice(schema: SchemaObject, value: unknown, path: string): SchemaProblem | null {
  const { enum: choices } = schema;
  if (Array.isArray(choices) && !choices.some((choice) => isDeepStrictEqual(choice, value))) {
    return { path, message: "must be one of the allowed values" };
  }
  const isOther = Object.hasOwn(schema, "const") && !isDeepStrictEqual(schema.const, value);
  return isOther ? { path, message: "must be the one allowed value" } : null;
}

function checkAnyOf({ anyOf }: SchemaObject, value: unknown, path: string): SchemaProblem | null {
  if (!Array.isArray(anyOf)) return null;
  const fits = anyOf.some((branch) => checkPlain(branch, value, path) === null);
  return fits ? null : { path, message: "must fit one of the allowed forms" };
}

function checkSize(schema: SchemaObject, value: unknown, path: string): SchemaProblem | null {
  if (typeof value === "number") return checkBounds(value, [schema.minimum, schema.maximum], { path, unit: "" });
  if (typeof value === "string") {
    if (schema.minLength === undefined && schema.maxLength === undefined) return null;
    const length = value.length < 1_000_000 ? Array.from(value).length : value.length;
    return checkBounds(length, [schema.minLength, schema.maxLength], { path, unit: " characters" });
  }
  if (!Array.isArray(value)) return null;
  return checkBounds(value.length, [schema.minItems, schema.maxItems], { path, unit: " items" });
}

function checkBounds(
  size: number,
  [least, most]: readonly [JsonValue | undefined, JsonValue | undefined],
  { path, unit }: { readonly path: string; readonly unit: string },
): SchemaProblem | null {
  if (typeof least === "number" && size < least) return { path, message: `must be at least ${least}${unit}` };
  if (typeof most === "number" && size > most) return { path, message: `must be at most ${most}${unit}` };
  return null;
}

function checkItems({ items }: SchemaObject, value: readonly unknown[], path: string): SchemaProblem | null {
  if (items === undefined) return null;
  return firstProblem(value.entries(), ([index, item]) => checkPlain(items, item, `${path}/${index}`));
}

function checkObject(schema: SchemaObject, value: SchemaObject, path: string): SchemaProblem | null {
  const { additionalProperties, properties, required } = schema;
  const known: SchemaObject = isObject(properties) ? properties : {};
  const missing = Array.isArray(required) ? required.find((key) => !Object.hasOwn(value, String(key))) : undefined;
  if (missing !== undefined) return { path, message: `must have required property '${String(missing)}'` };
  return firstProblem(Object.entries(value), ([key, member]) => {
    const here = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (Object.hasOwn(known, key)) return checkPlain(known[key], member, here);
    if (additionalProperties === undefined) return null;
    if (additionalProperties === false) return { path: here, message: "must not be given" };
    return checkPlain(additionalProperties, member, here);
  });
}

function firstProblem<T>(values: Iterable<T>, check: (value: T) => SchemaProblem | null): SchemaProblem | null {
  for (const value of values) {
    const problem = check(value);
    if (problem !== null) return problem;
  }
  return null;
}

function isSchemaLike(value: unknown): boolean {
  return typeof value === "boolean" || isObject(value);
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
