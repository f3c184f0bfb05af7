import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

const NEAR_PX = 80;

interface ThreadScroll {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly isAtEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
}

/** Follows the end of the thread while the reader is there, and leaves the reader alone otherwise. */
export function useThreadScroll(conversationId: string | null, content: unknown): ThreadScroll {
  const scroll = useRef<HTMLDivElement | null>(null);
  const follows = useRef(true);
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
    follows.current = isNear;
    setAtEnd(isNear);
  }, []);
  useEffect(() => {
    follows.current = true;
  }, [conversationId]);
  useLayoutEffect(() => {
    if (follows.current) toEnd();
  }, [content, toEnd]);
  return { scroll, isAtEnd, onScroll, toEnd };
}
