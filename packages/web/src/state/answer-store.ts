import type { ApprovalDecision, ApprovalRequest, ApprovalResult, TurnEvent } from "@loop/contract";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { ApiClient } from "../api/client.js";

/** What this tab did about a question. `code` is why an answer was not taken; the card then stays. */
export interface AnswerState {
  readonly sending: Readonly<Record<string, ApprovalDecision>>;
  readonly codes: Readonly<Record<string, string>>;
  /** Questions answered here, so that their end is not announced as somebody else's. */
  readonly answeredHere: readonly string[];
  /** The last question settled by somebody or something else, to be read out. */
  readonly settledElsewhere: { readonly requestId: string; readonly result: ApprovalResult } | null;
}

export interface AnswerStore {
  readonly store: StoreApi<AnswerState>;
  answer(requestId: string, decision: ApprovalDecision, stopScript: boolean): Promise<void>;
  /** Only the end of a question that was open here is somebody else's answer to it. */
  receive(events: readonly TurnEvent[], open: readonly ApprovalRequest[]): void;
}

export function createAnswerStore(api: ApiClient): AnswerStore {
  const store = createStore<AnswerState>(() => ({ sending: {}, codes: {}, answeredHere: [], settledElsewhere: null }));
  const answer = async (requestId: string, decision: ApprovalDecision, stopScript: boolean) => {
    if (store.getState().sending[requestId] !== undefined) return;
    store.setState((state) => ({
      sending: { ...state.sending, [requestId]: decision },
      codes: without(state.codes, requestId),
      answeredHere: [...state.answeredHere.slice(-50), requestId],
    }));
    // An answer goes out even when its page is left in the same moment.
    const request = { params: { id: requestId }, body: { decision, stopScript }, keepalive: true };
    const result = await api.call("answerApproval", request);
    if (result.ok) return;
    store.setState((state) => ({
      sending: without(state.sending, requestId),
      codes: { ...state.codes, [requestId]: result.code },
      answeredHere: state.answeredHere.filter((id) => id !== requestId),
    }));
  };
  const receive = (events: readonly TurnEvent[], open: readonly ApprovalRequest[]) => {
    for (const event of events) {
      if (event.type !== "approval-result") continue;
      const { requestId, result } = event;
      const isKnown = open.some((one) => one.id === requestId);
      const isOurs = store.getState().answeredHere.includes(requestId) || result.source !== undefined || !isKnown;
      store.setState((state) => ({
        sending: without(state.sending, requestId),
        codes: without(state.codes, requestId),
        settledElsewhere: isOurs ? state.settledElsewhere : { requestId, result },
      }));
    }
  };
  return { store, answer, receive };
}

function without<Value>(record: Readonly<Record<string, Value>>, key: string): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}
