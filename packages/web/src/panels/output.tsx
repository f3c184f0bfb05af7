import { useMemo, useState } from "react";
import { type OutputLine, outputLines } from "../parts/output-lines.js";
import { BUILTIN } from "../words/builtin-words.js";

interface OutputProps {
  readonly text: string;
  readonly label: string;
  readonly mayHoldDiff?: boolean;
  /** What a command says last is what counts; then the beginning is what is left out. */
  readonly isEndShown?: boolean;
}

const MOST_LINES = 24;
/** One more line costs less than a button that says so. */
const SLACK = 4;

/** What a tool of Loop's own answered, in mono; the rest of a long one is one press away. */
export function Output({ text, label, mayHoldDiff = false, isEndShown = false }: OutputProps) {
  const [isAllShown, setAllShown] = useState(false);
  const lines = useMemo(() => outputLines(text, mayHoldDiff), [text, mayHoldDiff]);
  const hidden = isAllShown || lines.length <= MOST_LINES + SLACK ? 0 : lines.length - MOST_LINES;
  const from = isEndShown ? hidden : 0;
  const rest = hidden > 0 && (
    <footer>
      <span className="grow">{isEndShown ? BUILTIN.linesAbove(hidden) : BUILTIN.linesBelow(hidden)}</span>
      <button type="button" className="btn small" onClick={() => setAllShown(true)}>
        {BUILTIN.showAll}
      </button>
    </footer>
  );
  return (
    <div className="payload output">
      {isEndShown && rest}
      <pre tabIndex={0} role="group" aria-label={label}>
        {lines.slice(from, from + lines.length - hidden).map((line, index) => (
          <Line key={from + index} line={line} />
        ))}
      </pre>
      {!isEndShown && rest}
    </div>
  );
}

function Line({ line }: { readonly line: OutputLine }) {
  return (
    <span className={`out ${line.kind}`}>
      {line.parts.map((part, index) => (
        <span key={index} className={part.kind === "hidden" ? "hidden-mark" : ""}>
          {part.text}
        </span>
      ))}
      {"\n"}
    </span>
  );
}
