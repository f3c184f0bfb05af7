import { JSException } from "quickjs-wasi";
import type { ScriptFault, ScriptOutcomeCode } from "./script-errors.js";

const NAME_CHARACTERS = 100;
const MESSAGE_CHARACTERS = 2_000;

export const ENGINE_FAULT: ScriptFault = { name: "Error", message: "the engine failed", line: null };

/** What the engine threw, as words. */
export function faultOf(error: unknown): ScriptFault {
  if (error instanceof RangeError) return { name: "RangeError", message: "call stack exceeded", line: null };
  if (!(error instanceof JSException)) return ENGINE_FAULT;
  const { name, message, stack } = error;
  error.dispose();
  return faultFrom({ name, message, stack });
}

/** What the script's last words say of its error. They are the script's to forge, so they are only words, and short. */
export function readFault(json: string): ScriptFault {
  const told: unknown = parsed(json);
  return faultFrom(typeof told === "object" && told !== null ? told : {});
}

function faultFrom(told: {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
}): ScriptFault {
  return {
    name: wordsFrom(told.name, NAME_CHARACTERS) || "Error",
    message: wordsFrom(told.message, MESSAGE_CHARACTERS),
    line: lineOf(wordsFrom(told.stack, MESSAGE_CHARACTERS)),
  };
}

function wordsFrom(value: unknown, most: number): string {
  return typeof value === "string" ? value.slice(0, most).toWellFormed() : "";
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** The first frame of the script itself; frames of the prelude are nobody's business. */
function lineOf(stack: string): number | null {
  const match = /\bscript:(\d+)/.exec(stack);
  const line = match?.[1] === undefined ? Number.NaN : Number(match[1]) - 1;
  return line > 0 ? line : null;
}

export function outcomeOf(fault: ScriptFault): ScriptOutcomeCode {
  if (fault === ENGINE_FAULT) return "engine";
  if (fault.name === "InternalError" && fault.message.includes("out of memory")) return "memory";
  if (fault.name === "RangeError" && fault.message.includes("call stack")) return "stack";
  return "script";
}
