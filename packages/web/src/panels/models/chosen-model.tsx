import type { ChosenModel } from "@loop/contract";
import { Trouble } from "../../parts/trouble.js";
import { VisibleText } from "../../parts/visible-text.js";
import { explain } from "../../words/errors.js";
import { abilityWords, MODELS, sourceWords } from "../../words/model-words.js";
import { type ModelTest, TestLine } from "./test-line.js";

interface ChosenModelPanelProps {
  readonly chosen: ChosenModel | null;
  readonly test: ModelTest | null;
  readonly onTest: (reference: string) => void;
  readonly onCancelTest: () => void;
  readonly onTakeBack: () => void;
}

/** The model in use: which, who chose it, what it can do, and whether it answers. */
export function ChosenModelPanel({ chosen, test, onTest, onCancelTest, onTakeBack }: ChosenModelPanelProps) {
  if (chosen === null) return <p className="dim">{MODELS.none}</p>;
  const { reference, code, abilities, source } = chosen;
  return (
    <div className="stack tight">
      <p>
        <code className="model-name breaks">
          <VisibleText text={reference} />
        </code>
        <br />
        <span className="note">{sourceWords(chosen)}</span>
      </p>
      {code !== null && <Trouble {...explain(code)} />}
      {abilities !== null && (
        <ul className="plain-list">
          {abilityWords(abilities).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <div className="row wrap">
        <button
          type="button"
          className="btn"
          disabled={test !== null && test.outcome === null}
          aria-label={MODELS.testLabel(reference)}
          onClick={() => onTest(reference)}
        >
          {MODELS.test}
        </button>
        {source === "saved" && (
          <button type="button" className="btn quiet" onClick={onTakeBack}>
            {MODELS.backToEnvironment}
          </button>
        )}
      </div>
      <TestLine test={test} reference={reference} onCancel={onCancelTest} />
    </div>
  );
}
