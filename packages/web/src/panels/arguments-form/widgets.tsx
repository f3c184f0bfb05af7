import type { BaseInputTemplateProps, WidgetProps } from "@rjsf/utils";
import type { KeyboardEvent } from "react";
import { VisibleText } from "../../parts/visible-text.js";
import { RUN } from "../../words/run-words.js";

/** A text of several lines stays what it is; Enter alone runs, as in any field. */
export function BaseInput(props: BaseInputTemplateProps) {
  const { id, value, type, schema, onChange, options, rawErrors } = props;
  const change = (text: string) => onChange(text === "" ? options.emptyValue : text);
  const common = {
    id,
    name: id,
    value: shownValue(value),
    className: "input mono",
    spellCheck: false,
    autoComplete: "off",
    "aria-invalid": (rawErrors?.length ?? 0) > 0,
    "aria-describedby": `${id}__error`,
    "aria-label": props.hideLabel === true ? props.label : undefined,
  };
  const isNumber = schema.type === "number" || schema.type === "integer";
  if (isNumber || (type !== undefined && type !== "text")) {
    const inputType = isNumber ? "text" : type;
    const mode = isNumber ? "decimal" : undefined;
    return <input {...common} type={inputType} inputMode={mode} onChange={(event) => change(event.target.value)} />;
  }
  return (
    <textarea
      {...common}
      className="input mono one-line"
      rows={1}
      onKeyDown={submitOnEnter}
      onChange={(event) => change(event.target.value)}
    />
  );
}

function shownValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

export function TextareaWidget({ id, value, onChange, options }: WidgetProps) {
  return (
    <textarea
      id={id}
      className="input mono"
      value={shownValue(value)}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value === "" ? options.emptyValue : event.target.value)}
    />
  );
}

/** One of several values; the values themselves may be of any type, so they are chosen by place. */
export function SelectWidget({ id, value, options, onChange, required, label, hideLabel, multiple }: WidgetProps) {
  const choices = options.enumOptions ?? [];
  if (multiple === true) return <CheckboxesWidget {...{ id, value, options, onChange, label }} />;
  const chosen = choices.findIndex((choice) => isSame(choice.value, value));
  return (
    <select
      id={id}
      className="input mono"
      aria-label={hideLabel === true ? label : undefined}
      value={chosen}
      onChange={(event) => onChange(choices[Number(event.target.value)]?.value)}
    >
      {(required !== true || chosen === -1) && <option value={-1}>{RUN.notSet}</option>}
      {choices.map((choice, index) => (
        <option key={index} value={index}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

export function CheckboxWidget({ id, value, label, onChange }: WidgetProps) {
  return (
    <label className="check-row" htmlFor={id}>
      <input id={id} type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
      <strong>
        <VisibleText text={label} />
      </strong>
    </label>
  );
}

export function CheckboxesWidget({
  id,
  value,
  options,
  onChange,
}: Pick<WidgetProps, "id" | "value" | "options" | "onChange" | "label">) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const toggle = (choice: unknown) => {
    const isOn = chosen.some((one) => isSame(one, choice));
    onChange(isOn ? chosen.filter((one) => !isSame(one, choice)) : [...chosen, choice]);
  };
  return (
    <div className="stack tight" id={id}>
      {(options.enumOptions ?? []).map((choice, index) => (
        <label key={index} className="check-row">
          <input
            type="checkbox"
            checked={chosen.some((one) => isSame(one, choice.value))}
            onChange={() => toggle(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
