import type { ReactNode } from "react";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { APP } from "../words/app-words.js";
import { explain } from "../words/errors.js";

interface KnownProps<Value> {
  readonly value: Value | null;
  readonly code: string | null;
  readonly word: string;
  readonly onRetry: () => void;
  readonly children: (value: Value) => ReactNode;
}

/** What is known is shown; what is not yet, or could not be read, says so. */
export function Known<Value>({ value, code, word, onRetry, children }: KnownProps<Value>) {
  if (value !== null) return children(value);
  if (code === null) return <Skeleton label={word} />;
  return (
    <Trouble {...explain(code)}>
      <button type="button" className="btn small" onClick={onRetry}>
        {APP.tryAgain}
      </button>
    </Trouble>
  );
}
