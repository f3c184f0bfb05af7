const TYPE_WORDS: Readonly<Record<string, string>> = {
  number: "Must be a number.",
  integer: "Must be a whole number.",
  string: "Must be text.",
  boolean: "Must be true or false.",
  array: "Must be a list.",
  object: "Must have fields.",
};

const KEYWORD_WORDS: Readonly<Record<string, string>> = {
  required: "Needed.",
  enum: "Must be one of the values offered.",
  const: "Must be the one value the tool takes.",
  minLength: "Is too short.",
  maxLength: "Is too long.",
  minimum: "Is too small.",
  exclusiveMinimum: "Is too small.",
  maximum: "Is too large.",
  exclusiveMaximum: "Is too large.",
  multipleOf: "Is not one of the steps the tool takes.",
  minItems: "Has too few entries.",
  maxItems: "Has too many entries.",
  uniqueItems: "Has the same entry twice.",
  format: "Has not the form the tool takes.",
  additionalProperties: "Has a field the tool does not take.",
  dependentRequired: "Needs another field beside it.",
};

/** What is wrong with a field, in our words; `detail` is the validator's and only read for the wanted type. */
export function problemText(keyword: string, detail: string): string {
  if (keyword === "type") {
    const wanted = /Expected "(\w+)"/.exec(detail)?.[1] ?? "";
    return `${TYPE_WORDS[wanted] ?? "Has another type than the tool takes."} Leave it empty to send none.`;
  }
  return KEYWORD_WORDS[keyword] ?? "Does not fit what the tool takes.";
}

/** A short word for the type of a field, beside its name; nothing for plain text. */
export function typeWord(schema: Readonly<Record<string, unknown>>): string {
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== "null") : schema.type;
  switch (type) {
    case "number":
      return "number";
    case "integer":
      return "whole number";
    case "array":
      return "list";
    default:
      return "";
  }
}
