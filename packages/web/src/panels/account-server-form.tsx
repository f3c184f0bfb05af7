import type { AccountServerView } from "@loop/contract";
import { useId } from "react";
import { HangSection } from "../parts/hang-section.js";
import { TextField } from "../parts/text-field.js";
import { ADD } from "../words/tools-words.js";
import type { AccountServerProblems, AccountServerForm as Form } from "./account-server-form-state.js";

export interface AccountServerFormProps {
  readonly form: Form;
  readonly onChange: (form: Form) => void;
  /** What is stored; null while the server is new. */
  readonly original: AccountServerView | null;
  readonly problems: AccountServerProblems;
  /** False where the permission was withdrawn: then an address stays as it is (ADM-03). */
  readonly mayChangeAddress: boolean;
}

/** Label, address, token, and nothing else (SRV-03). */
export function AccountServerForm(props: AccountServerFormProps) {
  const { form, onChange, original, problems, mayChangeAddress } = props;
  return (
    <>
      <HangSection title={ADD.what} aside={ADD.whatAside} isFirst>
        <TextField
          label={ADD.label}
          value={form.label}
          placeholder={ADD.labelExample}
          problem={problems.label}
          takesFocus={original === null}
          onChange={(label) => onChange({ ...form, label })}
        />
      </HangSection>
      <HangSection title={ADD.where} aside={ADD.whereAside}>
        <TextField
          label={ADD.url}
          value={form.url}
          isMono
          isFixed={!mayChangeAddress}
          placeholder={ADD.urlExample}
          hint={mayChangeAddress ? ADD.urlHint : ADD.urlFixed}
          problem={problems.url}
          onChange={(url) => onChange({ ...form, url })}
        />
      </HangSection>
      <HangSection title={ADD.tokenTitle} aside={ADD.tokenAside}>
        <TokenField {...props} />
      </HangSection>
    </>
  );
}

/** A saved token is shown as saved, never as text; it is kept, replaced or removed (SRV-05). */
function TokenField({ form, onChange, original, problems }: AccountServerFormProps) {
  const hasSaved = original?.hasToken === true;
  if (hasSaved && form.tokenChoice !== "typed") {
    return <SavedToken form={form} problem={problems.token} onChange={onChange} />;
  }
  return (
    <>
      <TextField
        label={ADD.token}
        type="password"
        isMono
        // A token is no password of this site: no manager is to fill it or to keep it.
        autoComplete="off"
        value={form.token}
        hint={ADD.tokenHint}
        problem={problems.token}
        takesFocus={hasSaved}
        onChange={(token) => onChange({ ...form, token, tokenChoice: "typed" })}
      />
      {hasSaved && (
        <p>
          <button
            type="button"
            className="btn small"
            onClick={() => onChange({ ...form, token: "", tokenChoice: "kept" })}
          >
            {ADD.tokenKeep}
          </button>
        </p>
      )}
    </>
  );
}

interface SavedTokenProps {
  readonly form: Form;
  readonly problem: string | undefined;
  readonly onChange: (form: Form) => void;
}

function SavedToken({ form, problem, onChange }: SavedTokenProps) {
  const id = useId();
  const isRemoved = form.tokenChoice === "removed";
  const choose = (tokenChoice: Form["tokenChoice"]) => () => onChange({ ...form, token: "", tokenChoice });
  return (
    <div className="field" role="group" aria-labelledby={id} aria-describedby={`${id}-note`}>
      <span id={id} className="label">
        {ADD.token}
      </span>
      <div className="input saved">
        <span>{isRemoved ? ADD.tokenRemoved : ADD.tokenSaved}</span>
        <span className="row">
          <button type="button" className="btn quiet small" onClick={choose("typed")}>
            {ADD.tokenReplace}
          </button>
          <button type="button" className="btn quiet small" onClick={choose(isRemoved ? "kept" : "removed")}>
            {isRemoved ? ADD.tokenKeep : ADD.tokenRemove}
          </button>
        </span>
      </div>
      <span
        id={`${id}-note`}
        className={problem === undefined ? "hint" : "hint bad"}
        role={problem === undefined ? undefined : "alert"}
      >
        {problem ?? ADD.tokenHint}
      </span>
    </div>
  );
}
