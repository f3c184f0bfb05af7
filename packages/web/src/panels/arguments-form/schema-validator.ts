import { type OutputUnit, type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import {
  type RJSFSchema,
  type RJSFValidationError,
  toErrorSchema,
  type ValidationData,
  type ValidatorType,
} from "@rjsf/utils";
import { problemText } from "../../words/schema-words.js";
import { isArguments } from "../arguments-json.js";

/**
 * Checks arguments in the browser without generating code, which the content security policy forbids.
 * Regular expressions of strangers are left out: Loop checks them again, where they can be stopped.
 */
export function createSchemaValidator(): ValidatorType {
  return {
    validateFormData: (data, schema): ValidationData<unknown> => {
      const errors = problemsOf(schema, data);
      return { errors: [...errors], errorSchema: toErrorSchema([...errors]) };
    },
    isValid: (schema, data, root) => {
      const withRoot = { ...schema, $defs: { ...root.$defs, ...schema.$defs }, definitions: root.definitions ?? {} };
      return check(withRoot, data).length === 0;
    },
    rawValidation: () => ({}),
  };
}

function check(schema: RJSFSchema, data: unknown): readonly OutputUnit[] {
  try {
    const { valid, errors } = new Validator(withoutPatterns(schema), draftOf(schema), false).validate(plain(data));
    return valid ? [] : errors;
  } catch {
    // A schema that cannot be read here is Loop's to judge.
    return [];
  }
}

/** Keywords that only say that something inside does not fit. */
const WRAPPERS: readonly string[] = ["properties", "items", "prefixItems", "$ref", "$dynamicRef", "allOf", "if"];

/** Problems as a form shows them: one a place, in our words. */
export function problemsOf(schema: RJSFSchema, data: unknown): readonly RJSFValidationError[] {
  return check(schema, data)
    .filter((unit) => !WRAPPERS.includes(unit.keyword) && !/\/(?:anyOf|oneOf)\//.test(unit.keywordLocation))
    .map((unit) => {
      const missing = unit.keyword === "required" ? /"(.*)"/.exec(unit.error)?.[1] : undefined;
      const property = `${pathOf(unit.instanceLocation)}${missing === undefined ? "" : `.${missing}`}`;
      const message = problemText(unit.keyword, unit.error);
      return { name: unit.keyword, property, message, stack: `${property} ${message}` };
    });
}

/** "#/a/0/b" as ".a.0.b". */
function pathOf(location: string): string {
  const parts = location.split("/").slice(1);
  return parts.map((part) => `.${decodeURIComponent(part).replace(/~1/g, "/").replace(/~0/g, "~")}`).join("");
}

function draftOf(schema: RJSFSchema): SchemaDraft {
  const named = typeof schema.$schema === "string" ? schema.$schema : "";
  if (named.includes("draft-07")) return "7";
  if (named.includes("draft-04")) return "4";
  return named.includes("2019-09") ? "2019-09" : "2020-12";
}

/** Only what would be sent is checked: a field without a value is not there. */
function plain(data: unknown): unknown {
  return data === undefined ? {} : JSON.parse(JSON.stringify(data));
}

const PATTERN_KEYS: readonly string[] = ["pattern", "patternProperties"];

/** A copy without regular expressions; names of properties are not keywords. */
export function withoutPatterns(schema: RJSFSchema): Schema {
  const stripped = strip(schema, false);
  return isArguments(stripped) ? { ...stripped } : {};
}

function strip(value: unknown, isNameMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => strip(item, false));
  if (!isArguments(value)) return value;
  const kept = Object.entries(value).filter(([key]) => isNameMap || !PATTERN_KEYS.includes(key));
  return Object.fromEntries(kept.map(([key, item]) => [key, stripItem(key, item, isNameMap)]));
}

function stripItem(key: string, item: unknown, isNameMap: boolean): unknown {
  if (!isNameMap && (key === "enum" || key === "const" || key === "default" || key === "examples")) return item;
  return strip(item, !isNameMap && (key === "properties" || key === "$defs" || key === "definitions"));
}
