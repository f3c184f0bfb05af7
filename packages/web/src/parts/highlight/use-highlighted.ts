import { createContext, useContext, useEffect, useState } from "react";
import type { CodeLine } from "./code-token.js";
import type { Highlighter } from "./highlighter.js";

/** Without one, code stays plain. */
export const HighlighterContext = createContext<Highlighter | null>(null);

interface Found {
  readonly code: string;
  readonly lines: readonly CodeLine[] | null;
}

/** The code told apart; null while that is not known, and where it stays plain. */
export function useHighlighted(language: string, code: string, isFinished: boolean): readonly CodeLine[] | null {
  const highlighter = useContext(HighlighterContext);
  const [found, setFound] = useState<Found | null>(null);
  const known = isFinished ? (highlighter?.known(language, code) ?? null) : null;
  useEffect(() => {
    if (!isFinished || highlighter === null) return;
    let isWanted = true;
    // Never rejects.
    void highlighter.highlight(language, code).then((lines) => {
      if (isWanted) setFound({ code, lines });
    });
    return () => {
      isWanted = false;
    };
  }, [highlighter, language, code, isFinished]);
  if (!isFinished) return null;
  return known ?? (found?.code === code ? found.lines : null);
}
