import { isRecord } from "./transport.js";

const annotation = "x-mcp-header";
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const carriedTypes: readonly unknown[] = ["string", "integer", "boolean"];
const maxDepth = 200;

/**
 * Whether the headers that a schema asks for can be sent (2026-07-28 over HTTP): only on plain properties reached by
 * properties alone, with usable names that differ. A tool that asks for others cannot be called as its server expects.
 */
export function hasUsableHeaders(schema: unknown): boolean {
  const names: string[] = [];
  if (!visitProperties(schema, names, 0)) return false;
  return new Set(names.map((name) => name.toLowerCase())).size === names.length;
}

/** Collects annotations where they may stand; false when one stands anywhere else or is wrong. */
function visitProperties(node: unknown, names: string[], depth: number): boolean {
  if (!isRecord(node)) return true;
  if (depth > maxDepth) return false;
  if (Object.hasOwn(node, annotation)) {
    const name = node[annotation];
    if (depth === 0 || typeof name !== "string" || !token.test(name) || !carriedTypes.includes(node.type)) return false;
    names.push(name);
  }
  const properties = isRecord(node.properties) ? Object.values(node.properties) : [];
  if (!properties.every((child) => visitProperties(child, names, depth + 1))) return false;
  return Object.entries(node).every(([key, child]) => isNoSchema.has(key) || !mentionsAnnotation(child, depth));
}

/** Their values are data, not schemas; an annotation in there is a word like any other. */
const isNoSchema = new Set(["properties", "default", "examples", "enum", "const", annotation]);

function mentionsAnnotation(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth > maxDepth) return true;
  if (Object.hasOwn(value, annotation)) return true;
  return Object.values(value).some((child) => mentionsAnnotation(child, depth + 1));
}
