import type { ErrorCode } from "@loop/contract";
import type { AppToolKind } from "../app-tools/app-tool.js";
import type { HostPolicy } from "../policy/host-policy.js";
import type { CallOutcome } from "./call-outcome.js";

/**
 * Whether memory may be written in a turn (MEM-01). A server's words in the model's context could ask for anything, so
 * what it says must not outlive the turn: the first answer of any MCP server closes memory, however the call was made.
 */
export class MemoryGate {
  readonly #closes: boolean;
  #isClosed: boolean;

  /** `startsClosed`: the turn goes on with one in which a server has answered. */
  constructor(rule: HostPolicy["memoryAfterMcp"], { startsClosed = false } = {}) {
    this.#closes = rule === "closed";
    this.#isClosed = this.#closes && startsClosed;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Told of the end of every MCP call, before anything is made of it. Words of a server count even where it is said that none came. */
  heard({ serverAnswered, content, structuredContent }: CallOutcome): void {
    const hasWords = content.length > 0 || structuredContent !== undefined;
    if (this.#closes && (serverAnswered || hasWords)) this.#isClosed = true;
  }

  /** Null: the call may run. */
  refusalOf(kind: AppToolKind): ErrorCode | null {
    return kind === "memory-write" && this.#isClosed ? "memory-closed" : null;
  }
}
