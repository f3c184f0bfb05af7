import { LockSimpleIcon } from "@phosphor-icons/react/dist/csr/LockSimple";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import type { ReactNode } from "react";
import { FORM } from "../words/form-words.js";
import { isKept, type PairRow, type SecretRow, type TextRow } from "./server-form-state.js";

interface RowsProps<Row> {
  readonly title: string;
  readonly addWord: string;
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  readonly newRowId: () => number;
}

interface FrameProps {
  readonly title: string;
  readonly addWord: string;
  readonly onAdd: () => void;
  readonly hint?: string;
  readonly children: ReactNode;
}

function RowsFrame({ title, addWord, onAdd, hint, children }: FrameProps) {
  return (
    <fieldset className="field">
      <legend>{title}</legend>
      <div className="rows">{children}</div>
      <div>
        <button type="button" className="btn quiet small" onClick={onAdd}>
          <PlusIcon className="i" aria-hidden="true" />
          {addWord}
        </button>
      </div>
      {hint !== undefined && <span className="hint">{hint}</span>}
    </fieldset>
  );
}

function RemoveButton({ label, onRemove }: { readonly label: string; readonly onRemove: () => void }) {
  return (
    <button type="button" className="btn quiet icon" aria-label={label} title={label} onClick={onRemove}>
      <XIcon className="i" aria-hidden="true" />
    </button>
  );
}

function replaceRow<Row extends { readonly rowId: number }>(rows: readonly Row[], row: Row): readonly Row[] {
  return rows.map((one) => (one.rowId === row.rowId ? row : one));
}

function removeRow<Row extends { readonly rowId: number }>(rows: readonly Row[], rowId: number): readonly Row[] {
  return rows.filter((one) => one.rowId !== rowId);
}

interface TextRowsProps extends RowsProps<TextRow> {
  readonly isNumbered?: boolean;
  readonly label: (n: number) => string;
  readonly hint?: string;
}

/** Arguments and variable names: one text a row, in order. */
export function TextRows({ title, addWord, rows, onChange, newRowId, isNumbered = false, label, hint }: TextRowsProps) {
  return (
    <RowsFrame
      title={title}
      addWord={addWord}
      {...(hint === undefined ? {} : { hint })}
      onAdd={() => onChange([...rows, { rowId: newRowId(), text: "" }])}
    >
      {rows.map((row, index) => (
        <div key={row.rowId} className={isNumbered ? "r" : "r one"}>
          {isNumbered && <span className="no">{index + 1}</span>}
          <input
            className="input mono"
            value={row.text}
            aria-label={label(index + 1)}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange(replaceRow(rows, { ...row, text: event.target.value }))}
          />
          <RemoveButton
            label={FORM.removeRow(row.text === "" ? label(index + 1) : row.text)}
            onRemove={() => onChange(removeRow(rows, row.rowId))}
          />
        </div>
      ))}
    </RowsFrame>
  );
}

interface SecretRowsProps extends RowsProps<SecretRow> {
  readonly mustReenter: boolean;
  readonly hint?: string;
}

/** Names and values; a value Loop holds is shown as held, never as a value. */
export function SecretRows({ title, addWord, rows, onChange, newRowId, mustReenter, hint }: SecretRowsProps) {
  const add = () => onChange([...rows, { rowId: newRowId(), key: "", value: "", saved: false, savedKey: null }]);
  return (
    <RowsFrame title={title} addWord={addWord} onAdd={add} {...(hint === undefined ? {} : { hint })}>
      {rows.map((row) => (
        <div key={row.rowId} className="r kv">
          <input
            className="input mono"
            value={row.key}
            aria-label={`${title}: ${FORM.key}`}
            placeholder={FORM.key}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange(replaceRow(rows, { ...row, key: event.target.value }))}
          />
          <SecretValue row={row} mustReenter={mustReenter} onChange={(next) => onChange(replaceRow(rows, next))} />
          <RemoveButton label={FORM.removeRow(row.key)} onRemove={() => onChange(removeRow(rows, row.rowId))} />
          {row.savedKey !== null && row.saved && !isKept(row, mustReenter) && (
            <span className="hint">{FORM.reenter}</span>
          )}
        </div>
      ))}
    </RowsFrame>
  );
}

interface SecretValueProps {
  readonly row: SecretRow;
  readonly mustReenter: boolean;
  readonly onChange: (row: SecretRow) => void;
}

function SecretValue({ row, mustReenter, onChange }: SecretValueProps) {
  if (isKept(row, mustReenter)) {
    return (
      <div className="input saved">
        <span className="row">
          <LockSimpleIcon className="i" aria-hidden="true" />
          {FORM.saved}
        </span>
        <button
          type="button"
          className="btn quiet small"
          aria-label={FORM.replaceLabel(row.key)}
          onClick={() => onChange({ ...row, saved: false })}
        >
          {FORM.replace}
        </button>
      </div>
    );
  }
  return (
    <input
      className="input mono"
      type="text"
      value={row.value}
      aria-label={`${FORM.value}${row.key === "" ? "" : ` ${row.key}`}`}
      placeholder={FORM.value}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => onChange({ ...row, value: event.target.value })}
    />
  );
}

/** Header names and the variables their values come from. */
export function PairRows({ title, addWord, rows, onChange, newRowId }: RowsProps<PairRow>) {
  return (
    <RowsFrame
      title={title}
      addWord={addWord}
      onAdd={() => onChange([...rows, { rowId: newRowId(), key: "", value: "" }])}
    >
      {rows.map((row) => (
        <div key={row.rowId} className="r kv">
          {(["key", "value"] as const).map((part) => (
            <input
              key={part}
              className="input mono"
              value={row[part]}
              aria-label={`${title}: ${part === "key" ? FORM.key : FORM.variable}`}
              placeholder={part === "key" ? FORM.key : FORM.variable}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => onChange(replaceRow(rows, { ...row, [part]: event.target.value }))}
            />
          ))}
          <RemoveButton label={FORM.removeRow(row.key)} onRemove={() => onChange(removeRow(rows, row.rowId))} />
        </div>
      ))}
    </RowsFrame>
  );
}
