import { PERSONA_LIMITS } from "@loop/contract";
import { type FormEvent, useState } from "react";
import { TextArea } from "../parts/text-area.js";
import { MEMORY } from "../words/persona-words.js";
import { memoryProblem } from "./persona-fields.js";

interface MemoryFormProps {
  readonly label: string;
  readonly hint?: string;
  readonly initial?: string;
  readonly isBusy: boolean;
  readonly yes: string;
  /** Resolves to whether it was kept; then the field is empty for the next one. */
  readonly onSave: (text: string) => Promise<boolean>;
  /** Absent where there is nothing to go back to. */
  readonly onCancel?: () => void;
}

/** One entry of a memory. */
export function MemoryForm({ label, hint, initial = "", isBusy, yes, onSave, onCancel }: MemoryFormProps) {
  const [text, setText] = useState(initial);
  const [wasTried, setTried] = useState(false);
  const found = memoryProblem(text);
  const send = async () => {
    setTried(true);
    if (isBusy || found !== null || !(await onSave(text))) return;
    setText(initial);
    setTried(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(); // never rejects: a refusal is shown above the list
  };
  return (
    <form className="stack tight" noValidate onSubmit={submit}>
      <TextArea
        label={label}
        value={text}
        most={PERSONA_LIMITS.memoryText}
        hint={hint}
        problem={wasTried ? (found ?? undefined) : undefined}
        takesFocus={onCancel !== undefined}
        onChange={setText}
      />
      <div className="row wrap">
        <button type="submit" className="btn small" aria-disabled={isBusy}>
          {yes}
        </button>
        {onCancel !== undefined && (
          <button type="button" className="btn small quiet" onClick={onCancel}>
            {MEMORY.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
