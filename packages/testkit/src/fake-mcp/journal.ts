import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { RpcId } from "./wire.js";

/** What a fake saw, in the order in which it saw it. */
export interface JournalEntry {
  readonly kind:
    | "started"
    | "listening"
    | "http"
    | "received"
    | "answered"
    | "executed"
    | "finished"
    | "aborted"
    | "stream-open"
    | "stream-closed"
    | "grandchild"
    | "signal"
    | "stdin-end"
    | "control"
    | "control-done";
  readonly at: number;
  readonly pid: number;
  readonly method?: string;
  readonly id?: RpcId;
  readonly tool?: string;
  /** Of the parameters without their `_meta`. */
  readonly digest?: string;
  /** Left out when larger than 16 KiB. */
  readonly params?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The HTTP verb, a signal's name, an answer: whatever the kind has to say. */
  readonly detail?: unknown;
}

export type JournalNote = Omit<JournalEntry, "at" | "pid"> & { readonly pid?: number };

/** Reads; every question a test asks of a fake is here. */
export interface Journal {
  entries(): JournalEntry[];
  /** Messages received, in order; with a method only those. */
  received(method?: string): JournalEntry[];
  methods(): string[];
  /** How often a tool was really run; with arguments only those runs. */
  executions(tool: string, args?: unknown): number;
  /** Ids that a cancel notice named. */
  cancelled(): RpcId[];
  /** Session ids a DELETE named. */
  deletedSessions(): string[];
  /** Of the server processes, first start first. */
  pids(): number[];
  grandchildPids(): number[];
}

export interface JournalWriter {
  write(note: JournalNote): void;
}

export function digestOf(value: unknown): string {
  return createHash("sha256").update(canonicalText(value)).digest("hex").slice(0, 16);
}

/** Key order does not count. */
function canonicalText(value: unknown): string {
  const sorted = (_key: string, part: unknown): unknown =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part;
  return JSON.stringify(value, sorted) ?? "undefined";
}

function stamped(note: JournalNote): JournalEntry {
  return { at: Date.now(), pid: process.pid, ...note };
}

export function memoryJournal(): Journal & JournalWriter {
  const entries: JournalEntry[] = [];
  return { write: (note) => void entries.push(stamped(note)), ...readerOf(() => [...entries]) };
}

/** One JSON line an entry, appended in one write: several processes may share the file. */
export function fileJournal(path: string): Journal & JournalWriter {
  return {
    write: (note) => appendFileSync(path, `${JSON.stringify(stamped(note))}\n`),
    ...readerOf(() => readLines(path)),
  };
}

function readLines(path: string): JournalEntry[] {
  if (!existsSync(path)) return [];
  const complete = readFileSync(path, "utf8").split("\n").slice(0, -1);
  return complete.map((line): JournalEntry => JSON.parse(line));
}

function readerOf(entries: () => JournalEntry[]): Journal {
  const ofKind = (kind: JournalEntry["kind"]) => entries().filter((entry) => entry.kind === kind);
  const received = (method?: string) =>
    ofKind("received").filter((entry) => method === undefined || entry.method === method);
  return {
    entries,
    received,
    methods: () => received().map((entry) => entry.method ?? "response"),
    executions: (tool, args) =>
      ofKind("executed").filter(
        (entry) => entry.tool === tool && (args === undefined || entry.digest === digestOf(args)),
      ).length,
    cancelled: () => received("notifications/cancelled").map(cancelledId),
    deletedSessions: () =>
      ofKind("http").flatMap((entry) => (entry.detail === "DELETE" ? [entry.headers?.["mcp-session-id"] ?? ""] : [])),
    pids: () => ofKind("started").map((entry) => entry.pid),
    grandchildPids: () => ofKind("grandchild").map((entry) => entry.pid),
  };
}

function cancelledId(entry: JournalEntry): RpcId {
  const params = entry.params;
  const id: unknown = typeof params === "object" && params !== null && "requestId" in params ? params.requestId : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
