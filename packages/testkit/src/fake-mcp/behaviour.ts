import type { Fault } from "./faults.js";
import type { RpcError } from "./wire.js";

/** A tool of our own making: nothing in it is checked, so bad schemas and names pass through. */
export interface FakeTool {
  readonly name: unknown;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
  readonly _meta?: unknown;
  /** What a call answers; absent: the arguments as JSON text. */
  readonly result?: unknown;
  readonly error?: RpcError;
}

/** A name of the tool library, a tool of one's own, or `many` numbered ones. */
export type FakeToolSource =
  | string
  | FakeTool
  | { readonly many: number; readonly prefix?: string; readonly descriptionBytes?: number };

/** How `nextCursor` goes on: as it should, or in one of the ways that never end. */
export type FakeCursor = "normal" | "repeat" | "cycle" | "endless" | "empty";

export interface FakePages {
  readonly size: number;
  readonly cursor?: FakeCursor;
  /** In the endless kinds: every page brings new names instead of the same tools again. */
  readonly freshTools?: boolean;
}

export interface FakeGrandchild {
  /** `setsid`: leaves the process group, so that killing the group does not reach it. */
  readonly setsid?: boolean;
  readonly holdsStdout?: boolean;
  readonly ignoresTerminate?: boolean;
}

export interface FakeProcess {
  /** Lines on stdout before anything else: a banner, plain JSON. */
  readonly banner?: readonly string[];
  /** Written to stderr, blocking, before the first message is read. */
  readonly stderrBytes?: number;
  readonly readsStdin?: boolean;
  readonly ignoresEnd?: boolean;
  readonly ignoresTerminate?: boolean;
  readonly grandchildren?: readonly FakeGrandchild[];
  readonly exitAtStart?: number;
  readonly startDelayMs?: number;
  /** Every byte of stdout is its own write. */
  readonly splitBytes?: boolean;
  /** The process ends by itself after this time, whatever a failing test forgot. */
  readonly lifeMs?: number;
}

export interface FakeHttp {
  readonly style?: "json" | "sse";
  /** Legacy: hand out a session id and refuse requests that do not carry it. */
  readonly session?: boolean;
  /** The notification stream of the legacy era. */
  readonly stream?: "refuse" | "close" | "hold";
  /** Sent as `retry:` on the notification stream: the server chooses the rate of reconnects. */
  readonly retryMs?: number;
  /** Requests without this bearer token are answered 401. */
  readonly token?: string;
  readonly path?: string;
}

export interface FakeBehaviour {
  /** Default "legacy". */
  readonly era?: "legacy" | "modern" | "dual";
  readonly name?: string;
  readonly instructions?: string;
  /** Legacy: the revision named in the answer to `initialize`. */
  readonly protocolVersion?: string;
  /** false: the server says nothing of tools. */
  readonly toolsCapability?: boolean;
  /** false: the tools capability has no `listChanged`. */
  readonly listChanged?: boolean;
  readonly ttlMs?: number;
  readonly tools?: readonly FakeToolSource[];
  /** Versions of the tool list; wins over `tools`. The last one stays when the version goes past it. */
  readonly catalogs?: readonly (readonly FakeToolSource[])[];
  readonly catalogVersion?: number;
  readonly pages?: FakePages;
  /** After a cancel notice a well-behaved server says nothing more; this one answers all the same. */
  readonly answersCancelled?: boolean;
  /** false: a modern server acknowledges `subscriptions/listen` with no notification in it. */
  readonly listens?: boolean;
  readonly faults?: readonly Fault[];
  readonly process?: FakeProcess;
  readonly http?: FakeHttp;
}

export const defaultTools = ["echo", "add", "slow", "fail", "image", "counter", "env", "headers"] as const;
