import type { RpcError, RpcId } from "./wire.js";

/** A JSON-RPC method, "*" for every message, or the HTTP verbs that carry none. */
export type FaultPoint =
  | "*"
  | "GET"
  | "DELETE"
  | "initialize"
  | "notifications/initialized"
  | "server/discover"
  | "subscriptions/listen"
  | "tools/list"
  | "tools/call"
  | "notifications/cancelled"
  | "ping";

export type ServerQuestion = "sampling" | "elicitation" | "roots";

/** Faults of both transports. */
export type SharedAction =
  | { readonly do: "silence" }
  | { readonly do: "delay"; readonly ms: number }
  | { readonly do: "error"; readonly error: RpcError }
  /** Ends before the message was accepted: nothing was executed. */
  | { readonly do: "exit"; readonly code?: number }
  /** Ends after it was executed and before the answer. */
  | { readonly do: "exit-after"; readonly code?: number }
  | { readonly do: "duplicate-response"; readonly times?: number }
  /** A foreign answer goes ahead of the true one. */
  | { readonly do: "stray-response"; readonly id: RpcId }
  /** The true answer under another id: `"1"` for 1 when absent. */
  | { readonly do: "wrong-id"; readonly id?: RpcId }
  | { readonly do: "storm"; readonly count: number; readonly after?: boolean }
  | { readonly do: "ask"; readonly questions: readonly ServerQuestion[] }
  /** Sent as it stands instead of the answer. */
  | { readonly do: "raw"; readonly text: string }
  /** Raw JSON as the result of the request. */
  | { readonly do: "result"; readonly text: string }
  /** Progress notices before the answer. */
  | { readonly do: "progress"; readonly times: number; readonly everyMs: number };

/** Faults of a process. */
export type ProcessAction =
  | { readonly do: "stderr"; readonly bytes: number }
  | { readonly do: "stdout-noise"; readonly lines: readonly string[] }
  /** Bytes that no text holds: broken UTF-8, a BOM, NUL. */
  | { readonly do: "stdout-bytes"; readonly base64: string }
  | { readonly do: "stop-reading" }
  /** A partial line, and the process ends. */
  | { readonly do: "torn-line" };

/** Faults of an HTTP server. */
export type HttpAction =
  | {
      readonly do: "status";
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly do: "redirect"; readonly status: 301 | 302 | 303 | 307 | 308; readonly to: string }
  /** The connection is cut: at once, after the call was executed, or after the headers of its answer. */
  | { readonly do: "drop"; readonly when?: "at-once" | "executed" | "headers-sent" }
  /** Headers at once, the body never. */
  | { readonly do: "stall" }
  /** One byte a tick, of the body or of the headers too. */
  | { readonly do: "trickle"; readonly everyMs: number; readonly head?: boolean }
  /** Every byte of the body its own chunk, without waiting. */
  | { readonly do: "split-bytes" }
  /** One SSE event whose data never ends. */
  | { readonly do: "endless-event"; readonly chunkBytes: number }
  /** A body of `bytes` bytes that travels as a few thousand. */
  | { readonly do: "gzip-bomb"; readonly bytes: number }
  /** An SSE answer that ends without the response; `eventId` primes it for a resume. */
  | { readonly do: "early-end"; readonly eventId?: string; readonly retryMs?: number };

export type FaultAction = SharedAction | ProcessAction | HttpAction;

export interface FaultWhen {
  readonly on: FaultPoint;
  /** Only calls of this tool. */
  readonly tool?: string;
  /** Lets this many matching messages pass first. */
  readonly after?: number;
  /** Ends after this many; absent: never. */
  readonly times?: number;
}

export type Fault = FaultWhen & FaultAction;

/** Counts per fault object, so that a new list of faults starts from nothing. */
export class FaultCounter {
  readonly #seen = new WeakMap<Fault, number>();

  /** The faults that apply to this message; asking counts as one message. */
  match(faults: readonly Fault[], point: string, tool: string | null): Fault[] {
    return faults.filter((fault) => applies(fault, point, tool) && this.#isDue(fault));
  }

  #isDue(fault: Fault): boolean {
    const seen = (this.#seen.get(fault) ?? 0) + 1;
    this.#seen.set(fault, seen);
    const position = seen - (fault.after ?? 0);
    return position > 0 && position <= (fault.times ?? Number.POSITIVE_INFINITY);
  }
}

function applies(fault: Fault, point: string, tool: string | null): boolean {
  const isVerb = point === "GET" || point === "DELETE";
  const isPoint = fault.on === point || (fault.on === "*" && !isVerb);
  return isPoint && (fault.tool === undefined || fault.tool === tool);
}

/** The first fault with this name, with its own fields. */
export function findFault<Name extends FaultAction["do"]>(
  faults: readonly Fault[],
  name: Name,
): Extract<Fault, { do: Name }> | undefined {
  return faults.find((fault): fault is Extract<Fault, { do: Name }> => fault.do === name);
}
