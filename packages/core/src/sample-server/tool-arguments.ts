import type { Fields } from "./json-rpc.js";
import type { ToolDeclaration } from "./tool-list.js";

/** What is wrong with the arguments, as a sentence; null when they fit the tool's own schema. */
export function checkArguments(tool: ToolDeclaration, args: Fields): string | null {
  const { properties, required } = tool.inputSchema;
  const missing = required.find((name) => args[name] === undefined);
  if (missing !== undefined) return `The argument "${missing}" is missing.`;
  for (const [name, value] of Object.entries(args)) {
    const rule = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (rule === undefined) return `There is no argument with the name ${JSON.stringify(name)}.`;
    if (!fits(rule, value)) return `The argument "${name}" must be ${words(rule)}.`;
  }
  return null;
}

export type ArgumentRule =
  | { readonly type: "string"; readonly description: string; readonly minLength?: number; readonly maxLength: number }
  | {
      readonly type: "integer" | "number";
      readonly description: string;
      readonly minimum: number;
      readonly maximum: number;
      readonly default?: number;
    };

function fits(rule: ArgumentRule, value: unknown): boolean {
  if (rule.type === "string") {
    // JSON Schema counts characters, not UTF-16 units.
    return typeof value === "string" && inside([...value].length, rule.minLength ?? 0, rule.maxLength);
  }
  const isNumber = typeof value === "number" && inside(value, rule.minimum, rule.maximum);
  return isNumber && (rule.type === "number" || Number.isInteger(value));
}

function inside(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function words(rule: ArgumentRule): string {
  if (rule.type === "string") return `text of ${rule.minLength ?? 0} to ${rule.maxLength} characters`;
  const kind = rule.type === "integer" ? "a whole number" : "a number";
  return `${kind} from ${rule.minimum} to ${rule.maximum}`;
}

export function stringArgument(args: Fields, name: string): string | null {
  const value = args[name];
  return typeof value === "string" ? value : null;
}

export function numberArgument(args: Fields, name: string): number | null {
  const value = args[name];
  return typeof value === "number" ? value : null;
}
