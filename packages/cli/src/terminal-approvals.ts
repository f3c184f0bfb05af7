import type { ApprovalRequest } from "@loop/contract";
import type { ApprovalReply } from "@loop/core";
import { placeOf } from "./call-place.js";

type Decision = "allowed" | "allowed-session" | "denied";
export interface OpenQuestion {
  /** Short, for typing: r1, r2, … */
  readonly name: string;
  readonly request: ApprovalRequest;
}

export type AnswerOutcome =
  | { readonly kind: "answered"; readonly question: OpenQuestion }
  /** The question stays open. */
  | { readonly kind: "not-offered"; readonly question: OpenQuestion }
  | { readonly kind: "settled" | "unknown" | "ambiguous" | "none-open" };

type Waiting = OpenQuestion & { readonly settle: (reply: ApprovalReply) => void };

export interface TerminalAnswer {
  readonly decision: Decision;
  /** A name, a unique prefix of a request's id, or null for the only open question. */
  readonly id: string | null;
  readonly reason: string | null;
  /** Counts only for a call of a script; elsewhere the words are a reason like any other. */
  readonly stopsScript: boolean;
}

/** The questions put to the person at this terminal, from the asking to the answer or its end. */
export class TerminalApprovals {
  readonly #waiting = new Map<string, Waiting>();
  readonly #settledNames = new Set<string>();
  readonly #onOpen: (question: OpenQuestion) => void;
  #count = 0;

  /** `onOpen` hears of each question once. */
  constructor(onOpen: (question: OpenQuestion) => void) {
    this.#onOpen = onOpen;
  }

  /** A session's approval handler. What it resolves to after `signal` aborted changes nothing. */
  readonly ask = (request: ApprovalRequest, { signal }: { readonly signal: AbortSignal }): Promise<ApprovalReply> => {
    return new Promise((resolve) => {
      this.#count += 1;
      const name = `r${this.#count}`;
      const settle = (reply: ApprovalReply) => {
        signal.removeEventListener("abort", drop);
        this.#waiting.delete(name);
        this.#settledNames.add(name);
        resolve(reply);
      };
      const drop = () => settle("denied");
      if (signal.aborted) return settle("denied");
      signal.addEventListener("abort", drop, { once: true });
      const question = { name, request };
      this.#waiting.set(name, { ...question, settle });
      this.#onOpen(question);
    });
  };

  open(): readonly OpenQuestion[] {
    return [...this.#waiting.values()].map(({ name, request }) => ({ name, request }));
  }

  answer(answer: TerminalAnswer): AnswerOutcome {
    const { decision } = answer;
    const found = this.#find(answer.id);
    if (!("settle" in found)) return found;
    const question = { name: found.name, request: found.request };
    if (decision === "allowed-session" && !found.request.allowSession) return { kind: "not-offered", question };
    found.settle(replyOf(answer, found.request));
    return { kind: "answered", question };
  }

  /** Nobody is left to answer: everything open is refused. */
  refuseAll(note: string): void {
    for (const waiting of this.#waiting.values()) waiting.settle({ decision: "denied", note });
  }

  #find(
    id: string | null,
  ): Waiting | Extract<AnswerOutcome, { kind: "settled" | "unknown" | "ambiguous" | "none-open" }> {
    const all = [...this.#waiting.values()];
    if (id === null) {
      const [only] = all;
      if (only === undefined) return { kind: "none-open" };
      return all.length === 1 ? only : { kind: "ambiguous" };
    }
    const named = this.#waiting.get(id);
    if (named !== undefined) return named;
    if (this.#settledNames.has(id)) return { kind: "settled" };
    const [first, second] = all.filter(({ request }) => request.id.startsWith(id));
    if (second !== undefined) return { kind: "ambiguous" };
    return first ?? { kind: "unknown" };
  }
}

function replyOf({ decision, reason, stopsScript }: TerminalAnswer, { callId }: ApprovalRequest): ApprovalReply {
  if (stopsScript && placeOf(callId) !== null) {
    return { decision, stopScript: true, ...(reason === null || reason === "stop" ? {} : { note: reason }) };
  }
  return reason === null ? decision : { decision, note: reason };
}
