import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTimers } from "../parts/timers-context.js";

const NEAR_PX = 80;
/** A move of the page so soon after a press, a turn of the wheel or a touch is the reader's own. */
const OWN_MOVE_MS = 1_000;

interface ThreadScroll {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
}

interface Thread {
  readonly content: unknown;
  /** Heights of a long thread are guessed until they are seen, so its page moves by itself. */
  readonly isLong: boolean;
}

/** Follows the end of the thread while the reader is there, and leaves the reader alone otherwise. */
export function useThreadScroll(conversationId: string | null, { content, isLong }: Thread): ThreadScroll {
  const scroll = useRef<HTMLDivElement | null>(null);
  const follows = useRef(true);
  const wasMoved = useOwnMoves(scroll);
  const [isAtEnd, setAtEnd] = useState(true);
  const toEnd = useCallback(() => {
    follows.current = true;
    const element = scroll.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, []);
  const onScroll = useCallback(() => {
    const element = scroll.current;
    if (element === null) return;
    const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    if (isNear || !isLong || wasMoved()) follows.current = isNear;
    setAtEnd(isNear || follows.current);
  }, [isLong, wasMoved]);
  useEffect(() => {
    follows.current = true;
  }, [conversationId]);
  useLayoutEffect(() => {
    if (follows.current) toEnd();
  }, [content, toEnd]);
  useLayoutEffect(() => {
    const inner = scroll.current?.firstElementChild ?? null;
    if (!isLong || inner === null) return;
    const watch = new ResizeObserver(() => {
      if (follows.current) toEnd();
    });
    watch.observe(inner);
    return () => watch.disconnect();
  }, [isLong, toEnd]);
  return { scroll, isAtEnd, onScroll, toEnd };
}

const OWN_MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/** Whether the reader did something a moment ago that moves the page. */
function useOwnMoves(scroll: RefObject<HTMLElement | null>): () => boolean {
  const { now } = useTimers();
  const last = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const element = scroll.current;
    const note = () => {
      last.current = now();
    };
    for (const name of OWN_MOVES) element?.addEventListener(name, note, { passive: true });
    return () => {
      for (const name of OWN_MOVES) element?.removeEventListener(name, note);
    };
  }, [scroll, now]);
  return useCallback(() => now() - last.current < OWN_MOVE_MS, [now]);
}
