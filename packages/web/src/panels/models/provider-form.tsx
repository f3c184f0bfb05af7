import type { ProviderView } from "@loop/contract";
import { LockSimpleIcon } from "@phosphor-icons/react/dist/csr/LockSimple";
import { useState } from "react";
import { TextField } from "../../parts/text-field.js";
import { Trouble } from "../../parts/trouble.js";
import { explain } from "../../words/errors.js";
import { addressHint, MODELS } from "../../words/model-words.js";
import {
  bodyOf,
  formOf,
  isChanged,
  isReadableOnTheWay,
  mustReenter,
  type ProviderBody,
  type ProviderFormState,
} from "./provider-form-state.js";

export interface ProviderFormProps {
  readonly view: ProviderView;
  readonly isSaving: boolean;
  /** Why the last save was refused. */
  readonly code: string | null;
  /** How often it was saved since the page was opened. */
  readonly saves: number;
  readonly onSave: (body: ProviderBody) => void;
}

/** A key that goes in and never comes out, and the address it belongs to. */
export function ProviderForm({ view, isSaving, code, saves, onSave }: ProviderFormProps) {
  const [state, setState] = useState(() => formOf(view));
  // What is kept may be another thing now than when the form was opened; a typed key goes once it is saved.
  const kept = `${saves} ${JSON.stringify(view)}`;
  const [formFor, setFormFor] = useState(kept);
  if (formFor !== kept) {
    setFormFor(kept);
    setState(formOf(view));
  }
  const again = mustReenter(state, view);
  const canSave = isChanged(state, view) && !again && !isSaving;
  return (
    <form
      className="stack provider-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave(bodyOf(state));
      }}
    >
      {view.takesKey && <KeyField view={view} state={state} isAgain={again} onChange={setState} />}
      <TextField
        label={MODELS.address}
        value={state.address}
        isMono
        hint={addressHint(view)}
        onChange={(address) => setState({ ...state, address })}
      />
      {isReadableOnTheWay(state.address) && <p className="note">{MODELS.plain}</p>}
      {code !== null && <Trouble {...explain(code)} />}
      <div className="row wrap">
        <button type="submit" className="btn ink" disabled={!canSave}>
          {isSaving ? MODELS.saving : MODELS.save}
        </button>
        <span role="status" className="dim">
          {saves > 0 && !isChanged(state, view) && MODELS.saved}
        </span>
      </div>
    </form>
  );
}

interface KeyFieldProps {
  readonly view: ProviderView;
  readonly state: ProviderFormState;
  readonly isAgain: boolean;
  readonly onChange: (state: ProviderFormState) => void;
}

function KeyField({ view, state, isAgain, onChange }: KeyFieldProps) {
  const { key } = state;
  const setKey = (next: ProviderFormState["key"]) => onChange({ ...state, key: next });
  if (key.kind === "typed" || isAgain) {
    return (
      <div className="stack tight">
        <TextField
          label={MODELS.key}
          type="password"
          isMono
          autoComplete="off"
          value={key.kind === "typed" ? key.value : ""}
          takesFocus={view.key === "saved" && key.kind === "typed"}
          hint={isAgain ? MODELS.keyAgain : keyHint(view)}
          onChange={(value) => setKey({ kind: "typed", value })}
        />
        {view.key === "saved" && (
          <div className="row wrap">
            <button type="button" className="btn quiet small" onClick={() => setKey({ kind: "removed" })}>
              {MODELS.removeKey}
            </button>
            {!isAgain && (
              <button type="button" className="btn quiet small" onClick={() => setKey({ kind: "kept" })}>
                {MODELS.keepIt}
              </button>
            )}
          </div>
        )}
      </div>
    );
  }
  return (
    <fieldset className="field">
      <legend>{MODELS.key}</legend>
      <div className="input saved">
        <span className="row">
          <LockSimpleIcon className="i" aria-hidden="true" />
          {key.kind === "removed" ? MODELS.removed : MODELS.keySaved}
        </span>
        <span className="row">
          {key.kind === "kept" ? (
            <>
              <button type="button" className="btn quiet small" onClick={() => setKey({ kind: "typed", value: "" })}>
                {MODELS.replace}
              </button>
              <button type="button" className="btn quiet small" onClick={() => setKey({ kind: "removed" })}>
                {MODELS.removeKey}
              </button>
            </>
          ) : (
            <button type="button" className="btn quiet small" onClick={() => setKey({ kind: "kept" })}>
              {MODELS.keepIt}
            </button>
          )}
        </span>
      </div>
    </fieldset>
  );
}

function keyHint({ key, needsKey }: ProviderView): string {
  if (key === "environment") return MODELS.keyFromEnvironment;
  if (key === "withheld") return MODELS.keyWithheld;
  return needsKey ? MODELS.keyHint : MODELS.keyOptional;
}
