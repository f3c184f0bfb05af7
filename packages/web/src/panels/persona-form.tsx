import { PERSONA_LIMITS } from "@loop/contract";
import { type FormEvent, type ReactNode, useState } from "react";
import { TextArea } from "../parts/text-area.js";
import { TextField } from "../parts/text-field.js";
import { PERSONAS } from "../words/persona-words.js";
import { type PersonaForm as Form, personaProblems } from "./persona-fields.js";

interface PersonaFormProps {
  readonly initial: Form;
  readonly isNew: boolean;
  readonly isBusy: boolean;
  readonly onSave: (form: Form) => void;
  /** Beside the button. */
  readonly children: ReactNode;
}

/** Name and instructions. */
export function PersonaForm({ initial, isNew, isBusy, onSave, children }: PersonaFormProps) {
  const [form, setForm] = useState(initial);
  const [wasTried, setTried] = useState(false);
  const found = personaProblems(form);
  const problems = wasTried ? found : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isBusy && Object.keys(found).length === 0) onSave(form);
  };
  const words = isNew
    ? { yes: PERSONAS.create, busy: PERSONAS.creating }
    : { yes: PERSONAS.save, busy: PERSONAS.saving };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label={PERSONAS.name}
        value={form.name}
        placeholder={PERSONAS.nameExample}
        problem={problems.name}
        takesFocus={isNew}
        onChange={(name) => setForm({ ...form, name })}
      />
      <TextArea
        label={PERSONAS.instructions}
        value={form.instructions}
        most={PERSONA_LIMITS.instructions}
        hint={PERSONAS.instructionsHint}
        problem={problems.instructions}
        onChange={(instructions) => setForm({ ...form, instructions })}
      />
      <div className="row wrap">
        <button type="submit" className="btn ink" aria-disabled={isBusy}>
          {isBusy ? words.busy : words.yes}
        </button>
        {children}
      </div>
    </form>
  );
}
