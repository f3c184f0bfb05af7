// Values that a schema must refuse: a fitting one, spoilt in one place that one of its own words forbids.
import { flatten } from "./sample.mjs";

const WRONG_BY_TYPE = {
  string: 7,
  number: "seven",
  integer: 7.5,
  boolean: "yes",
  array: "list",
  object: "thing",
  null: 7,
};
const UNKNOWN_KEY = "no such property";

/** `[{ rule, value }]`, at most one of each rule; empty when the schema forbids nothing that is looked for here. */
export function misfitsOf(schema, sample) {
  const context = { root: schema, branch: 0, depth: 0 };
  if (typeof sample !== "object" || sample === null || Array.isArray(sample)) return [];
  const { anyOf: _anyOf, oneOf: _oneOf, ...certain } = typeof schema === "object" ? schema : {};
  const rules = flatten(certain, context);
  return [
    missing(rules, sample),
    mistyped(rules, sample, context),
    unknown(rules, sample),
    foreign(rules, sample, context),
  ].filter((candidate) => candidate !== null);
}

function missing({ required }, sample) {
  const name = Array.isArray(required) ? required[0] : undefined;
  if (name === undefined) return null;
  const { [name]: _, ...rest } = sample;
  return { rule: "required", value: rest };
}

function mistyped({ properties = {} }, sample, context) {
  for (const [name, given] of Object.entries(properties)) {
    if (hasChoice(given)) continue;
    const { type } = flatten(given, context);
    const types = Array.isArray(type) ? type : [type];
    const wrong = Object.entries(WRONG_BY_TYPE).find(
      ([like, value]) => types.includes(like) && !types.some((other) => isOf(value, other)),
    );
    if (types[0] !== undefined && wrong) return { rule: "type", value: { ...sample, [name]: wrong[1] } };
  }
  return null;
}

function isOf(value, type) {
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function unknown({ additionalProperties }, sample) {
  return additionalProperties === false
    ? { rule: "additionalProperties", value: { ...sample, [UNKNOWN_KEY]: 1 } }
    : null;
}

function foreign({ properties = {} }, sample, context) {
  for (const [name, given] of Object.entries(properties)) {
    if (hasChoice(given)) continue;
    const rules = flatten(given, context);
    if (!Array.isArray(rules.enum) && !Object.hasOwn(rules, "const")) continue;
    return { rule: "enum", value: { ...sample, [name]: "none of these values" } };
  }
  return null;
}

/** Which of several forms is meant is not for a value to know that is wrong in one place. */
function hasChoice(schema) {
  return typeof schema !== "object" || schema === null || schema.anyOf !== undefined || schema.oneOf !== undefined;
}
