import type { ApprovalAnswer } from "@loop/contract";
import type { ApprovalHandler, ApprovalReply, ApprovalStore, Bus, Clock } from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import { plainTitle } from "./title.js";
import { approvalTopic } from "./topics.js";

export interface ApprovalDeskOptions {
  readonly approvals: ApprovalStore;
  readonly bus: Bus;
  readonly clock: Clock;
}

const POLL_MS = 2_000;
/** Just past the end of a question the store refuses answers, so that one look more finds the last one given. */
const LAST_LOOK_MS = 50;
/** How long a session waits past `expiresAt`: an answer that the store took in time then always counts. */
export const ANSWER_GRACE_MS = 500;

/** Where questions and answers meet. The row holds both; whoever answers first settles it, from any tab (ASK-03). */
export class ApprovalDesk {
  readonly #options: ApprovalDeskOptions;

  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
  }

  /** Waits for the answer that the store took. The question is stored before this is called. */
  readonly handler: ApprovalHandler = async (request, { signal }) => {
    const { bus } = this.#options;
    const bell = new Bell();
    const unsubscribe = await bus.subscribe(approvalTopic(request.id), () => bell.ring());
    const wake = (): void => bell.ring();
    signal.addEventListener("abort", wake);
    try {
      return await this.#answerTo(request, bell, signal);
    } finally {
      signal.removeEventListener("abort", wake);
      unsubscribe();
    }
  };

  async answer(accountId: string, id: string, answer: ApprovalAnswer): Promise<Result<{ decision: string }>> {
    const outcome = await this.#options.approvals.answer(accountId, id, {
      decision: answer.decision,
      ...(answer.reason === undefined ? {} : { note: plainTitle(answer.reason) }),
      ...(answer.stopScript === undefined ? {} : { stopScript: answer.stopScript }),
    });
    switch (outcome.kind) {
      case "settled-now":
        return ok({ decision: answer.decision });
      case "already-settled":
        return failed("approval-settled");
      case "not-offered":
        return failed("decision-not-offered");
      case "unknown":
        return failed("approval-unknown");
      default:
        return outcome satisfies never;
    }
  }

  async #answerTo(
    request: { readonly id: string; readonly expiresAt: string | null },
    bell: Bell,
    signal: AbortSignal,
  ): Promise<ApprovalReply> {
    while (!signal.aborted) {
      const answer = await this.#options.approvals.read(request.id);
      if (answer !== "pending" && answer !== null) return answer;
      await bell.wait(this.#options.clock, this.#nextLookMs(request.expiresAt));
    }
    // Nobody reads this any more: the session has withdrawn its question.
    return "denied";
  }

  #nextLookMs(expiresAt: string | null): number {
    if (expiresAt === null) return POLL_MS;
    const left = Date.parse(expiresAt) - Date.parse(this.#options.clock.isoNow()) + LAST_LOOK_MS;
    return left > 0 ? Math.min(POLL_MS, left) : POLL_MS;
  }
}

/** A ring that comes while nobody waits is kept, so that it is not missed between a look and the next wait. */
class Bell {
  #hasRung = false;
  #wake: (() => void) | null = null;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  /** Resolves after a ring, at most after `ms`. */
  async wait(clock: Clock, ms: number): Promise<void> {
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const cancel = clock.setTimer(ms, resolve);
        this.#wake = () => {
          cancel();
          resolve();
        };
      });
    }
    this.#wake = null;
    this.#hasRung = false;
  }
}
