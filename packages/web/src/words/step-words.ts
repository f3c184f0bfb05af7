import type { NestedCall, StepEntry, StepStatus } from "@loop/contract";

/** The names of the shapes; one for each way a step can stand. */
export type CallShape =
  | "asked"
  | "running"
  | "allowed"
  | "denied"
  | "expired"
  | "cancelled"
  | "revoked"
  | "failed"
  | "unreachable"
  | "interrupted"
  | "builtin";

export interface StepWords {
  readonly shape: CallShape;
  readonly word: string;
}

/** Codes of a cancelled question whose server or permission went away under it. */
const REVOKED_CODES: readonly string[] = ["catalog-changed"];

/** Shape and word of a step; a step that was not sent says so, and so does one that may have taken effect. */
export function stepWords(step: StepEntry): StepWords {
  const memory = memoryDone(step);
  if (memory !== null) return { shape: "builtin", word: memory };
  if (isBuiltin(step) && step.status === "ok" && step.allowedBy === undefined) {
    return { shape: "builtin", word: "Done, not asked" };
  }
  const shape = shapeOf(step.status, step.code);
  if (step.code === "memory-closed") return { shape, word: "Refused, nothing remembered" };
  return { shape, word: `${wordOf(shape, step.allowedBy)}${effectOf(step, shape)}` };
}

export function shapeOf(status: StepStatus, code?: string): CallShape {
  switch (status) {
    case "asking":
      return "asked";
    case "ok":
      return "allowed";
    case "cancelled":
      return code !== undefined && REVOKED_CODES.includes(code) ? "revoked" : "cancelled";
    default:
      return status;
  }
}

/** What the tools of a persona's memory did, in words of their own; null for every other step. */
function memoryDone({ tool, status }: StepEntry): string | null {
  if (status !== "ok" || typeof tool !== "object" || !("builtin" in tool)) return null;
  if (tool.builtin === "memory_search") return "Memory read";
  return tool.builtin === "memory_write" ? "Remembered" : null;
}

function wordOf(shape: CallShape, allowedBy: StepEntry["allowedBy"]): string {
  switch (shape) {
    case "asked":
      return "Asked";
    case "running":
      return "Running";
    case "allowed":
      return allowedWord(allowedBy);
    case "denied":
      return "Denied";
    case "expired":
      return "Expired";
    case "cancelled":
      return "Cancelled";
    case "revoked":
      return "Revoked";
    case "failed":
      return "Failed";
    case "unreachable":
      return "Unreachable";
    case "interrupted":
      return "Interrupted";
    case "builtin":
      return "Done";
  }
}

function allowedWord(allowedBy: StepEntry["allowedBy"]): string {
  switch (allowedBy) {
    case "session":
    case "session-grant":
      return "Allowed this session";
    case "full-access":
      return "Allowed, full access";
    case "bot-consent":
      return "Allowed, bot consent";
    case "person":
      return "Allowed once";
    case undefined:
      return "Done";
  }
}

function isBuiltin({ tool }: StepEntry): boolean {
  return typeof tool === "object" && "builtin" in tool;
}

function effectOf(step: StepEntry, shape: CallShape): string {
  if (mayHaveTakenEffect(step)) return ", may have taken effect";
  if (isBuiltin(step)) return builtinEffect(step, shape);
  switch (shape) {
    case "denied":
    case "expired":
      return ", nothing sent";
    case "cancelled":
    case "revoked":
    case "interrupted":
      return wasAllowed(step) ? "" : ", nothing sent";
    case "failed":
      return step.code === "arguments-invalid" || step.code === "arguments-unchecked" ? ", nothing sent" : "";
    default:
      return "";
  }
}

const READING_TOOLS: readonly string[] = ["read_file", "list_files", "search_files", "memory_search", "list_mcp_tools"];

const CODES_OF_NOTHING_DONE: readonly string[] = ["arguments-invalid", "memory-full"];

/** Most of Loop's own tools are not asked, so an interrupted one may have done its work although nobody allowed it. */
function builtinEffect({ tool, code }: StepEntry, shape: CallShape): string {
  switch (shape) {
    case "denied":
    case "expired":
    case "cancelled":
    case "revoked":
      return ", nothing done";
    case "interrupted": {
      const isReading = typeof tool === "object" && "builtin" in tool && READING_TOOLS.includes(tool.builtin);
      return isReading ? "" : ", may have taken effect";
    }
    case "failed":
      return code !== undefined && CODES_OF_NOTHING_DONE.includes(code) ? ", nothing done" : "";
    default:
      return "";
  }
}

/** A script is never asked as a whole: what its calls did counts. */
function wasAllowed({ tool, allowedBy, calls = [] }: StepEntry): boolean {
  if (tool !== "codemode") return allowedBy !== undefined;
  return calls.some((call) => call.allowedBy !== undefined);
}

/** An allowed call that was cut off by the end of its process may have been sent; nobody can know. */
function mayHaveTakenEffect({ mayHaveTakenEffect: isSaid, status, allowedBy, calls = [] }: StepEntry): boolean {
  if (isSaid === true || (status === "interrupted" && allowedBy !== undefined)) return true;
  const isOver = status === "cancelled" || status === "interrupted" || status === "failed";
  return isOver && calls.some(nestedMayHaveTakenEffect);
}

function nestedMayHaveTakenEffect({ mayHaveTakenEffect: isSaid, status, allowedBy }: NestedCall): boolean {
  return isSaid === true || (status === "interrupted" && allowedBy !== undefined);
}

/** Word of one call of a script. */
export function nestedWord(call: NestedCall): string {
  const shape = shapeOf(call.status);
  if (nestedMayHaveTakenEffect(call)) return `${wordOf(shape, call.allowedBy)}, may have taken effect`;
  const isUnsent = call.allowedBy === undefined && ["denied", "expired", "cancelled", "interrupted"].includes(shape);
  return `${wordOf(shape, call.allowedBy)}${isUnsent ? ", nothing sent" : ""}`;
}

/** "3 allowed, 1 denied", for readers who do not see the beads. */
export function beadsLabel(statuses: readonly StepStatus[]): string {
  const counts = new Map<string, number>();
  for (const status of statuses) {
    const word = (shapeOf(status) === "allowed" ? "Allowed" : wordOf(shapeOf(status), undefined)).toLowerCase();
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
}

/** "12 ms", "0.9 s", "2 min". */
export function durationText(ms: number | undefined): string {
  if (ms === undefined) return "";
  if (ms < 500) return `${Math.round(ms)} ms`;
  if (ms < 100_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}
