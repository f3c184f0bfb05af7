import { type FormEvent, type ReactNode, useState } from "react";
import { TextField } from "../parts/text-field.js";
import { Trouble } from "../parts/trouble.js";
import { ENTRY } from "../words/entry-words.js";
import { explain } from "../words/errors.js";
import { type EntryProblems, type EntryValues, emptyEntry } from "./entry-fields.js";

export interface EntryFormProps {
  readonly title: string;
  readonly lede: string;
  readonly submitWord: string;
  readonly busyWord: string;
  /** A new password is typed twice; an old one once. */
  readonly isNewAccount: boolean;
  /** The set-up code or the invite; null where none is wanted. */
  readonly code: CodeField | null;
  readonly check: (values: EntryValues) => EntryProblems;
  /** Resolves to null, or to the code of a refusal. */
  readonly onSubmit: (values: EntryValues) => Promise<string | null>;
  readonly children?: ReactNode;
}

interface CodeField {
  readonly label: string;
  readonly hint: string;
  readonly prefilledHint: string;
  readonly prefilled: string;
}

/** Name, password, and what else opens the door; what was typed stays after a refusal. */
export function EntryForm(props: EntryFormProps) {
  const [values, setValues] = useState<EntryValues>({ ...emptyEntry, code: props.code?.prefilled ?? "" });
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const problems = wasTried ? props.check(values) : {};
  const set = (part: Partial<EntryValues>) => setValues({ ...values, ...part });
  const send = async () => {
    setTried(true);
    if (Object.keys(props.check(values)).length > 0) return;
    setBusy(true);
    setRefusal(await props.onSubmit(values));
    setBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void send(); // never rejects: a refusal is a code
  };
  return (
    <>
      <h1>{props.title}</h1>
      <p className="lede">{props.lede}</p>
      <form className="entry-form" noValidate onSubmit={submit}>
        {refusal !== null && <Trouble {...explain(refusal)} />}
        <TextField
          label={ENTRY.name}
          name="username"
          autoComplete="username"
          takesFocus
          value={values.name}
          problem={problems.name}
          onChange={(name) => set({ name })}
        />
        <Passwords values={values} problems={problems} isNew={props.isNewAccount} onChange={set} />
        {props.code !== null && (
          <Code field={props.code} value={values.code} problem={problems.code} onChange={(code) => set({ code })} />
        )}
        <button type="submit" className="btn ink" aria-disabled={isBusy}>
          {isBusy ? props.busyWord : props.submitWord}
        </button>
      </form>
      {props.children}
    </>
  );
}

interface PasswordsProps {
  readonly values: EntryValues;
  readonly problems: EntryProblems;
  readonly isNew: boolean;
  readonly onChange: (part: Partial<EntryValues>) => void;
}

function Passwords({ values, problems, isNew, onChange }: PasswordsProps) {
  return (
    <>
      <TextField
        label={isNew ? ENTRY.newPassword : ENTRY.password}
        type="password"
        name="password"
        autoComplete={isNew ? "new-password" : "current-password"}
        value={values.password}
        hint={isNew ? ENTRY.newPasswordHint : undefined}
        problem={problems.password}
        onChange={(password) => onChange({ password })}
      />
      {isNew && (
        <TextField
          label={ENTRY.again}
          type="password"
          name="password-again"
          autoComplete="new-password"
          value={values.again}
          problem={problems.again}
          onChange={(again) => onChange({ again })}
        />
      )}
    </>
  );
}

interface CodeProps {
  readonly field: CodeField;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

function Code({ field, value, problem, onChange }: CodeProps) {
  const isPrefilled = field.prefilled !== "" && value === field.prefilled;
  return (
    <TextField
      label={field.label}
      isMono
      name="one-time-code"
      autoComplete="one-time-code"
      value={value}
      hint={isPrefilled ? field.prefilledHint : field.hint}
      problem={problem}
      onChange={onChange}
    />
  );
}
