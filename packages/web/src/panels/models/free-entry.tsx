import { useState } from "react";
import { TextField } from "../../parts/text-field.js";
import { MODELS } from "../../words/model-words.js";
import { type ModelTest, TestLine } from "./test-line.js";

interface FreeEntryProps {
  readonly test: ModelTest | null;
  readonly onTest: (reference: string) => void;
  readonly onCancelTest: () => void;
  readonly onUse: (reference: string) => void;
}

/** Any model by its name: a list is a help, never a limit. */
export function FreeEntry({ test, onTest, onCancelTest, onUse }: FreeEntryProps) {
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const reference = text.trim();
  const act = (action: (reference: string) => void) => {
    const isReference = /^[^/\s]+\/\S+$/.test(reference);
    setWrong(!isReference);
    if (isReference) action(reference);
  };
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        act(onUse);
      }}
    >
      <TextField
        label={MODELS.reference}
        value={text}
        isMono
        hint={MODELS.referenceHint}
        problem={isWrong ? MODELS.referenceWrong : undefined}
        onChange={(value) => {
          setText(value);
          setWrong(false);
        }}
      />
      <div className="row wrap">
        <button type="submit" className="btn">
          {MODELS.use}
        </button>
        <button
          type="button"
          className="btn quiet"
          disabled={test !== null && test.outcome === null}
          onClick={() => act(onTest)}
        >
          {MODELS.test}
        </button>
      </div>
      {reference !== "" && <TestLine test={test} reference={reference} onCancel={onCancelTest} />}
    </form>
  );
}
