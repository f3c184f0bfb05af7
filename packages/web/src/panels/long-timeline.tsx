import type { Entry } from "@loop/contract";
import { type ReactNode, type RefObject, useCallback } from "react";
import { Virtualizer } from "virtua";

interface LongTimelineProps {
  readonly entries: readonly Entry[];
  readonly renderEntry: (index: number) => ReactNode;
  /** Entries that stay although they are out of sight: an open question, a message being edited. */
  readonly kept: readonly number[];
  readonly scroll: RefObject<HTMLElement | null>;
}

/** The space above the first entry, as the style sheet has it. */
const START_PX = 28;

/** How far beyond the view entries are made ready. */
const BUFFER_PX = 200;

/** Only what is near the view is in the page. Loaded where a conversation is long. */
export function LongTimeline({ entries, renderEntry, kept, scroll }: LongTimelineProps) {
  const render = useCallback((_: Entry, index: number) => <>{renderEntry(index)}</>, [renderEntry]);
  return (
    <Virtualizer data={entries} scrollRef={scroll} startMargin={START_PX} keepMounted={kept} bufferSize={BUFFER_PX}>
      {render}
    </Virtualizer>
  );
}
