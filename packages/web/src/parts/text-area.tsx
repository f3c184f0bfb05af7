import { useId } from "react";

export interface TextAreaProps {
  readonly label: string;
  /** Where a heading beside it says the same. */
  readonly isLabelHidden?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Most characters it may have, said beside the count. */
  readonly most: number;
  readonly isMono?: boolean;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  /** Takes the focus when it appears. */
  readonly takesFocus?: boolean;
}

/** A labelled field of several lines with its count; what is too long stays as it was typed, so that it can be cut. */
export function TextArea(props: TextAreaProps) {
  const { label, value, onChange, most, hint, problem, isMono = false } = props;
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id} className={props.isLabelHidden === true ? "sr" : undefined}>
        {label}
      </label>
      <textarea
        id={id}
        className={isMono ? "input mono" : "input"}
        value={value}
        spellCheck={!isMono}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-note`}
        ref={props.takesFocus === true ? focusAtEnd : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-note`} className={problem === undefined ? "hint hint-row" : "hint hint-row bad"}>
        <span>{note}</span>
        <span className="num">{countText(value.length, most)}</span>
      </span>
    </div>
  );
}

const NUMBERS = new Intl.NumberFormat("en");

/** "1,004 of 1,000 characters" */
function countText(count: number, most: number): string {
  return `${NUMBERS.format(count)} of ${NUMBERS.format(most)} characters`;
}

/** A steady function, so that it runs when the field appears and at no later change; the focus goes back afterwards. */
function focusAtEnd(field: HTMLTextAreaElement | null) {
  const before = document.activeElement;
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
  return () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
