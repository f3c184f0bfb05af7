import type { StoredEvent } from "@loop/core/host";
import type { SimulatedWorld } from "./simulated-world.js";

type EventOf<Type extends StoredEvent["type"]> = Extract<StoredEvent, { type: Type }>;

function ofType<Type extends StoredEvent["type"]>(
  events: readonly StoredEvent[],
  type: Type,
): readonly EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}

/** What must hold of every interleaving, once all is over. An empty list is a good one. */
export function judge(world: SimulatedWorld): readonly string[] {
  const { read } = world.record;
  const turnIds = [...new Set(ofType(read, "turn-start").map((event) => event.turnId))];
  return [
    ...judgeNumbers(read),
    ...judgeSending(world),
    ...judgeAnswers(world),
    ...turnIds.flatMap((turnId) => judgeTurn(read, turnId)),
    ...world.conversations.flatMap((id) => judgeConversation(read, id)),
  ];
}

function judgeNumbers(read: readonly StoredEvent[]): readonly string[] {
  const wrong = read.find((event, index) => event.seq !== index + 1);
  return wrong === undefined ? [] : [`number ${wrong.seq} was read out of order`];
}

function judgeSending({ record }: SimulatedWorld): readonly string[] {
  const twice = record.sent.filter((id, index) => record.sent.indexOf(id) !== index);
  const unasked = record.sent.filter((id) => {
    const first = record.taken.get(`q-${id}`)?.[0];
    return first === undefined || first.decision === "denied";
  });
  const ends = ofType(record.read, "call-end");
  const denied = record.sent.filter((id) => {
    const end = ends.find((event) => event.callId === id);
    return end === undefined || !(end.status === "ok" || end.mayHaveTakenEffect === true);
  });
  return [
    ...twice.map((id) => `${id} was sent twice`),
    ...unasked.map((id) => `${id} was sent without a person's yes`),
    ...denied.map((id) => `${id} was sent, and its end does not say so`),
  ];
}

function judgeAnswers({ record }: SimulatedWorld): readonly string[] {
  const wrong: string[] = [];
  for (const [id, answers] of record.taken) if (answers.length > 1) wrong.push(`${id} took ${answers.length} answers`);
  for (const { id } of ofType(record.read, "approval-request").map((event) => event.request)) {
    const results = ofType(record.read, "approval-result").filter((event) => event.requestId === id);
    const [result] = results;
    if (result === undefined || results.length > 1) {
      wrong.push(`${id} has ${results.length} results`);
      continue;
    }
    const taken = record.taken.get(id)?.[0]?.decision ?? null;
    const isCutOff = result.result.decision === "denied" && result.result.reason === "cancelled";
    if (!isCutOff && taken !== null && result.result.decision !== taken) wrong.push(`the answer to ${id} was lost`);
    if (taken === null && result.result.decision !== "denied") wrong.push(`${id} was allowed by nobody`);
  }
  return wrong;
}

function judgeTurn(read: readonly StoredEvent[], turnId: string): readonly string[] {
  const own = read.filter((event) => "turnId" in event && event.turnId === turnId);
  const wrong: string[] = [];
  if (ofType(own, "turn-end").length !== 1 || own.at(-1)?.type !== "turn-end")
    wrong.push(`${turnId} does not end once, at its end`);
  for (const { callId } of ofType(own, "call-start")) {
    const ends = ofType(own, "call-end").filter((event) => event.callId === callId);
    if (ends.length !== 1) wrong.push(`${callId} ends ${ends.length} times`);
  }
  return wrong;
}

/** One turn at a time: a start comes after the end of the one before. */
function judgeConversation(read: readonly StoredEvent[], conversationId: string): readonly string[] {
  const marks = read.filter(
    (event) => event.conversationId === conversationId && (event.type === "turn-start" || event.type === "turn-end"),
  );
  const wrong = marks.some((event, index) => event.type !== (index % 2 === 0 ? "turn-start" : "turn-end"));
  return wrong ? [`two turns ran at once in ${conversationId}`] : [];
}
