import type { ErrorCode } from "@loop/contract";

/** Null when the value may be used, else why not. */
export type Verdict = ErrorCode | null;

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Names that objects inherit; refused as keys and ids so that no reader of the file trips over them. */
const reservedNames = new Set(["__proto__", "constructor", "prototype"]);

export function firstVerdict(verdicts: Iterable<Verdict>): Verdict {
  for (const verdict of verdicts) if (verdict !== null) return verdict;
  return null;
}

/** A line of text for people: no control characters, no halves of characters. */
export function lineVerdict(text: string, maxLength: number): Verdict {
  if (text.length > maxLength) return "config-field-too-long";
  return hasControlCharacter(text) || !isWellFormed(text) ? "config-control-character" : null;
}

/** What a process can be given: anything but NUL (CFG-06). */
export function bytesVerdict(text: string, maxLength: number): Verdict {
  if (text.length > maxLength) return "config-field-too-long";
  return text.includes("\0") || !isWellFormed(text) ? "config-control-character" : null;
}

export function nameVerdict(text: string, maxLength: number): Verdict {
  if (text.trim() === "") return "config-name-empty";
  return lineVerdict(text, maxLength);
}

export function countVerdict(list: readonly unknown[], maxCount: number): Verdict {
  return list.length > maxCount ? "config-too-many" : null;
}

export function isReservedName(name: string): boolean {
  return reservedNames.has(name);
}

export function variableVerdict(name: string): Verdict {
  if (name === "") return "config-name-empty";
  if (isReservedName(name)) return "config-key-reserved";
  if (name.length > 256) return "config-field-too-long";
  if (hasControlCharacter(name)) return "config-control-character";
  return variableName.test(name) ? null : "config-variable-invalid";
}

function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x20 || (point >= 0x7f && point <= 0x9f) || point === 0x2028 || point === 0x2029) return true;
  }
  return false;
}

function isWellFormed(text: string): boolean {
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point >= 0xd800 && point <= 0xdfff) return false;
  }
  return true;
}
