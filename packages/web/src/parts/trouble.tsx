import type { ReactNode } from "react";
import { Glyph } from "./glyph.js";

interface TroubleProps {
  readonly sentence: string;
  readonly nextStep: string;
  readonly code: string;
  readonly children?: ReactNode;
}

/** What went wrong, what to do next, and the code to look it up by. */
export function Trouble({ sentence, nextStep, code, children }: TroubleProps) {
  return (
    <div className="trouble" role="alert">
      <span className="st st-error">
        <Glyph shape="error" />
      </span>
      <p>
        <strong>{sentence}</strong> {nextStep}
        <span className="note">{code}</span>
      </p>
      {children}
    </div>
  );
}
