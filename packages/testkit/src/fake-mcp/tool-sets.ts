import type { FakeTool, FakeToolSource } from "./behaviour.js";

const anything = { type: "object" } as const;

/** Names that a careless object lookup mistakes for its own. */
export function prototypeNameTools(): FakeTool[] {
  return ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "then"].map((name) => ({
    name,
    description: "A name that objects inherit.",
    // Written as text: an object literal would drop the first key.
    inputSchema: JSON.parse(`{"type":"object","properties":{"${name}":{"type":"string"}}}`),
  }));
}

export function duplicateNameTools(): FakeTool[] {
  return [
    { name: "twin", description: "The first.", inputSchema: anything, result: { content: [] } },
    { name: "twin", description: "The second.", inputSchema: anything, result: { content: [] } },
  ];
}

/** One tool whose schema is no object schema, between two good ones. */
export function oneBadSchemaTools(): FakeToolSource[] {
  return [
    "echo",
    { name: "broken", description: "Its schema is not one.", inputSchema: { type: null, enum: [1] } },
    "add",
  ];
}

/** Tools that are wrong in every way a list can be wrong. */
export function malformedTools(): FakeToolSource[] {
  return [
    "echo",
    { name: 7, inputSchema: anything },
    { name: "", inputSchema: anything },
    { name: "no-schema" },
    { name: "array-schema", inputSchema: [] },
    { name: "string-schema", inputSchema: { type: "string" } },
    { name: "description-object", description: { text: "no string" }, inputSchema: anything },
    "add",
  ];
}

/** Schemas that hurt a validator; each must cost its own tool at most. */
export function hostileSchemaTools(): FakeTool[] {
  const properties = (schema: unknown) => ({ type: "object", properties: { value: schema } });
  const schemas: Record<string, unknown> = {
    "exponential-pattern": properties({ type: "string", pattern: "^(a+)+$" }),
    "invalid-pattern": properties({ type: "string", pattern: "([" }),
    "endless-reference": { type: "object", $ref: "#" },
    "remote-reference": properties({ $ref: "http://127.0.0.1:9/schema.json" }),
    "file-reference": properties({ $ref: "file:///etc/hostname" }),
    "missing-reference": properties({ $ref: "#/$defs/nowhere" }),
    "exploding-references": explodingSchema(24),
    "deep-schema": properties(nestedSchema(2_000)),
    "prototype-properties": JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
    "draft-seven": { $schema: "http://json-schema.org/draft-07/schema#", ...properties({ type: "string" }) },
    "unknown-dialect": { $schema: "https://example.invalid/dialect", ...properties({ type: "string" }) },
    "forbidden-all": properties({ not: {} }),
  };
  return Object.entries(schemas).map(([name, inputSchema]) => ({
    name,
    description: "A hostile schema.",
    inputSchema,
  }));
}

/** Each level refers twice to the next: 2^levels paths. */
function explodingSchema(levels: number): unknown {
  const definitions: Record<string, unknown> = { [`level${levels}`]: { type: "string" } };
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/$defs/level${level + 1}` };
    definitions[`level${level}`] = { allOf: [next, next] };
  }
  return { type: "object", properties: { value: { $ref: "#/$defs/level0" } }, $defs: definitions };
}

function nestedSchema(depth: number): unknown {
  let schema: unknown = { type: "string" };
  for (let level = 0; level < depth; level += 1) schema = { type: "object", properties: { inner: schema } };
  return schema;
}
