import { QuotesIcon } from "@phosphor-icons/react/dist/csr/Quotes";
import type { ReactNode } from "react";
import { VisibleText } from "./visible-text.js";

interface QuoteProps {
  readonly text?: string;
  readonly source: string;
  readonly children?: ReactNode;
}

/** Somebody else's words: serif, behind a dotted rule, marked as theirs. */
export function Quote({ text, source, children }: QuoteProps) {
  return (
    <div className="quote">
      {text !== undefined && (
        <p>
          <VisibleText text={text} keepsLines />
        </p>
      )}
      {children}
      <div className="src">
        <QuotesIcon className="i" aria-hidden="true" />
        {source}
      </div>
    </div>
  );
}
