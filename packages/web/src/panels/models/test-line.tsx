import type { ModelTestOutcome } from "@loop/contract";
import { Status } from "../../parts/glyph.js";
import { explain } from "../../words/errors.js";
import { MODELS } from "../../words/model-words.js";

/** The one test there is, running or over. */
export interface ModelTest {
  readonly reference: string;
  /** Null while it runs; a code where Loop itself did not answer. */
  readonly outcome: ModelTestOutcome | null;
}

interface TestLineProps {
  readonly test: ModelTest | null;
  readonly reference: string;
  readonly onCancel: () => void;
}

/** How the test of this model stands; nothing where it was not tested. */
export function TestLine({ test, reference, onCancel }: TestLineProps) {
  const isOwn = test !== null && test.reference === reference;
  return (
    <div className="test-line" role="status">
      {isOwn && <Outcome test={test} onCancel={onCancel} />}
    </div>
  );
}

function Outcome({ test, onCancel }: { readonly test: ModelTest; readonly onCancel: () => void }) {
  const { reference, outcome } = test;
  if (outcome === null) {
    return (
      <>
        <Status shape="connecting" word={MODELS.testing(reference)} />
        <button type="button" className="btn quiet small" onClick={onCancel}>
          {MODELS.cancelTest}
        </button>
      </>
    );
  }
  if (outcome.ok) return <Status shape="ready" word={MODELS.testOk(reference, outcome.durationMs)} />;
  const { sentence, nextStep, code } = explain(outcome.code);
  return (
    <>
      <Status shape={outcome.code === "model-test-cancelled" ? "disabled" : "error"} word={sentence} />
      <p>
        {nextStep} <span className="note">{code}</span>
      </p>
    </>
  );
}
