import { SCRIPT_OUTCOME_CODES, type ScriptEnd, type ScriptFault } from "./script-errors.js";

/** Words of the shared control block, an Int32Array (CM-04: three ways to stop). */
export const CONTROL = {
  /** 1: stop at the next instruction. */
  cancel: 0,
  /** Milliseconds since the run began at which the engine was entered, plus one; 0 while it waits. */
  enteredAt: 1,
  /** Milliseconds the engine has run so far. */
  activeMs: 2,
  length: 3,
} as const;

export const REQUEST_KINDS = ["call", "search", "namespace", "tool", "sleep"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export interface RunMessage {
  readonly type: "run";
  readonly runId: number;
  readonly source: string;
  readonly namespaces: readonly string[];
  readonly activeMs: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  readonly consoleCharacters: number;
  /** Most characters of one request. */
  readonly argumentCharacters: number;
  readonly control: SharedArrayBuffer;
  /** Wall clock, milliseconds: both sides count `enteredAt` from here. */
  readonly startedAt: number;
}
/** `json` is what `EngineHost.request` gave; only strings cross. */
export interface AnswerMessage {
  readonly type: "answer";
  readonly runId: number;
  readonly id: number;
  readonly json: string;
}
export type ToWorker = RunMessage | AnswerMessage;

export type FromWorker =
  | {
      readonly type: "request";
      readonly runId: number;
      readonly id: number;
      readonly kind: RequestKind;
      readonly json: string;
    }
  | { readonly type: "emit"; readonly runId: number; readonly json: string }
  | { readonly type: "end"; readonly runId: number; readonly end: ScriptEnd };

/** Reads a message of the worker as hostile input; null for anything that is not exactly one. */
export function readFromWorker(message: unknown, runId: number): FromWorker | null {
  if (typeof message !== "object" || message === null) return null;
  const { type, runId: id } = message as { type?: unknown; runId?: unknown };
  if (id !== runId) return null;
  switch (type) {
    case "request":
      return isRequest(message) ? message : null;
    case "emit":
      return hasString(message, "json") ? (message as FromWorker) : null;
    case "end":
      return isEnd(message) ? message : null;
    default:
      return null;
  }
}

function hasString(message: object, key: string): boolean {
  return typeof (message as Record<string, unknown>)[key] === "string";
}

function isRequest(message: object): message is Extract<FromWorker, { type: "request" }> {
  const { id, kind } = message as { id?: unknown; kind?: unknown };
  return Number.isSafeInteger(id) && REQUEST_KINDS.some((known) => known === kind) && hasString(message, "json");
}

function isEnd(message: object): message is Extract<FromWorker, { type: "end" }> {
  const end = (message as { end?: unknown }).end;
  if (typeof end !== "object" || end === null) return false;
  const { code, fault, console, ...counts } = end as { readonly [Key in keyof ScriptEnd]?: unknown };
  return (
    SCRIPT_OUTCOME_CODES.some((known) => known === code) &&
    (fault === null || isFault(fault)) &&
    typeof console === "string" &&
    [counts.activeMs, counts.omittedCharacters, counts.unanswered].every(Number.isSafeInteger)
  );
}

function isFault(fault: unknown): boolean {
  if (typeof fault !== "object" || fault === null) return false;
  const { name, message, line } = fault as { readonly [Key in keyof ScriptFault]?: unknown };
  return typeof name === "string" && typeof message === "string" && (line === null || Number.isSafeInteger(line));
}
