import { type HTMLInputAutoCompleteAttribute, useId } from "react";

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: "text" | "password" | "number";
  /** For password managers and the browser's own memory. */
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly name?: string;
  readonly isMono?: boolean;
  readonly isFixed?: boolean;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  readonly placeholder?: string;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean;
}

/** A labelled field; a problem takes the place of the hint. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, hint, problem, isMono = false, type = "text" } = props;
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={type}
        name={props.name}
        className={isMono ? "input mono" : "input"}
        value={value}
        placeholder={props.placeholder}
        spellCheck={!isMono && type === "text"}
        autoComplete={props.autoComplete ?? "off"}
        autoCapitalize="none"
        readOnly={props.isFixed === true}
        aria-invalid={problem !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        ref={props.takesFocus === true ? focusOnce : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {note !== undefined && (
        <span id={`${id}-note`} className={problem === undefined ? "hint" : "hint bad"}>
          {note}
        </span>
      )}
    </div>
  );
}

/** A steady function, so that it runs when the field appears and at no later change; the focus goes back afterwards. */
function focusOnce(field: HTMLInputElement | null) {
  const before = document.activeElement;
  field?.focus();
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
