// A value that fits a schema, made from its own words: the smallest one, or one with every property.
import fc from "fast-check";

const MAX_DEPTH = 40;
/** Properties of a full sample are followed this far; below, only what is required. */
const FULL_DEPTH = 6;

/** `branch` picks among the forms of anyOf and oneOf. */
export function sampleOf(schema, { full = false, branch = 0 } = {}) {
  return make(schema, { root: schema, full, branch, depth: 0 });
}

function make(given, context) {
  if (context.depth > MAX_DEPTH) throw new Error("the schema never ends");
  const schema = flatten(given, context);
  if (Object.hasOwn(schema, "const")) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== null) ?? null;
  const deeper = { ...context, depth: context.depth + 1 };
  switch (typeOf(schema)) {
    case "object":
      return makeObject(schema, deeper);
    case "array":
      return makeArray(schema, deeper);
    case "string":
      return makeString(schema);
    case "integer":
    case "number":
      return makeNumber(schema);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return "text";
  }
}

/** One schema object in which references, allOf and one branch of each choice are joined. */
export function flatten(given, context) {
  if (typeof given !== "object" || given === null) return {};
  const { $ref, allOf, anyOf, oneOf, ...own } = given;
  const parts = [own];
  if (typeof $ref === "string") parts.push(follow($ref, context.root));
  if (Array.isArray(allOf)) parts.push(...allOf);
  for (const choices of [anyOf, oneOf]) {
    if (Array.isArray(choices)) parts.push(choices[context.branch % choices.length]);
  }
  if (parts.length === 1) return own;
  const depth = context.depth + 1;
  if (depth > MAX_DEPTH) throw new Error("the schema never ends");
  const [first, ...others] = parts.map((part) => (part === own ? own : flatten(part, { ...context, depth })));
  return others.reduce(join, first);
}

function join(left, right) {
  const joined = { ...left, ...right };
  if (left.properties && right.properties) joined.properties = { ...left.properties, ...right.properties };
  if (left.required && right.required) joined.required = [...new Set([...left.required, ...right.required])];
  return joined;
}

function follow(reference, root) {
  if (!reference.startsWith("#")) throw new Error(`the reference ${reference} leads out of the schema`);
  const steps = reference.slice(1).split("/").slice(1);
  const unescaped = (step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
  const found = steps.reduce((node, step) => node?.[unescaped(step)], root);
  if (found === undefined) throw new Error(`the reference ${reference} leads nowhere`);
  return found;
}

function typeOf(schema) {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((name) => name !== "null") ?? "null";
  if (typeof type === "string") return type;
  if (schema.properties || schema.required) return "object";
  if (schema.items || schema.prefixItems) return "array";
  if (schema.pattern !== undefined || schema.minLength !== undefined || schema.format !== undefined) return "string";
  if (schema.minimum !== undefined || schema.maximum !== undefined) return "number";
  return "any";
}

function makeObject(schema, context) {
  const properties = schema.properties ?? {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const extra = context.full && context.depth <= FULL_DEPTH ? Object.keys(properties) : [];
  const names = new Set([...required, ...extra]);
  for (const name of Object.keys(properties)) if (names.size < (schema.minProperties ?? 0)) names.add(name);
  while (names.size < (schema.minProperties ?? 0)) names.add(`key${names.size}`);
  const others = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {};
  const valueOf = (name) => make(Object.hasOwn(properties, name) ? properties[name] : others, context);
  return Object.fromEntries([...names].map((name) => [name, valueOf(name)]));
}

function makeArray(schema, context) {
  const heads = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const items = heads.map((item) => make(item, context));
  const wanted = Math.max(schema.minItems ?? 0, context.full && context.depth <= FULL_DEPTH ? 1 : 0);
  while (items.length < wanted) {
    const item = make(schema.contains ?? schema.items ?? {}, { ...context, branch: context.branch + items.length });
    items.push(schema.uniqueItems === true && typeof item === "string" ? `${item}${items.length || ""}` : item);
  }
  return items;
}

const FORMATS = {
  date: "2026-03-01",
  "date-time": "2026-03-01T10:00:00Z",
  time: "10:00:00Z",
  email: "ada@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  uri: "https://example.com/a",
  url: "https://example.com/a",
  uuid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
};
/** Tried before one is made from the pattern itself. */
const COMMON = ["a", "text", "1", "https://example.com", "today", "team", ...Object.values(FORMATS)];

function makeString({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }) {
  const fits = (text) => text.length >= minLength && text.length <= maxLength;
  if (typeof pattern === "string") {
    const rule = new RegExp(pattern);
    const common = [FORMATS[format], ...COMMON].find((text) => text !== undefined && rule.test(text) && fits(text));
    if (common !== undefined) return common;
    return fc.sample(fc.stringMatching(rule).filter(fits), { numRuns: 1, seed: 1 })[0];
  }
  const text = FORMATS[format] ?? "text";
  return fits(text) ? text : "x".repeat(Math.min(Math.max(minLength, 1), maxLength));
}

function makeNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }) {
  const least = Math.max(minimum ?? -Infinity, exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + 1);
  const most = Math.min(maximum ?? Infinity, exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - 1);
  const start = Number.isFinite(least) ? least : Number.isFinite(most) ? Math.min(most, 1) : 1;
  const rounded = Math.ceil(start / multipleOf) * multipleOf;
  if (rounded <= most) return rounded;
  return exclusiveMinimum === undefined ? start : (exclusiveMinimum + (maximum ?? exclusiveMinimum + 1)) / 2;
}
