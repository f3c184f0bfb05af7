import { emptyTimeline, foldEvents, type SessionEvent, type Timeline } from "@loop/contract";
import type { EventStore, StoredEvent } from "@loop/core/host";

const PAGE = 500;

/** What a reader of one conversation sees, folded from its log. */
export async function readTimeline(events: EventStore, accountId: string, conversationId: string): Promise<Timeline> {
  let timeline = emptyTimeline;
  let seq = 0;
  for (;;) {
    const rows = await events.after({ accountId, conversationId, seq, limit: PAGE });
    timeline = foldEvents(rows.filter(isOfTurn), timeline);
    seq = rows.at(-1)?.seq ?? seq;
    if (rows.length < PAGE) return { ...timeline, lastSeq: seq };
  }
}

function isOfTurn(event: StoredEvent): event is StoredEvent & SessionEvent {
  return event.type !== "conversation" && event.type !== "server-status";
}
