import type { PriceList } from "@loop/contract";
import { useState } from "react";
import { TextField } from "../../parts/text-field.js";
import { Trouble } from "../../parts/trouble.js";
import { VisibleText } from "../../parts/visible-text.js";
import { explain } from "../../words/errors.js";
import { USAGE } from "../../words/usage-words.js";
import { fieldsFor, type PriceFields, pricesOf } from "./price-fields.js";

interface PriceFormProps {
  readonly models: readonly string[];
  readonly priceList: PriceList;
  readonly code: string | null;
  readonly wasSaved: boolean;
  readonly onSave: (list: PriceList) => void;
}

const KINDS = [
  ["input", USAGE.priceInput],
  ["cachedInput", USAGE.priceCached],
  ["output", USAGE.priceOutput],
] as const;

/** What models cost, as the person knows it. */
export function PriceForm({ models, priceList, code, wasSaved, onSave }: PriceFormProps) {
  const [currency, setCurrency] = useState(priceList.currency);
  const [fields, setFields] = useState(() => fieldsFor(models, priceList));
  const [isWrong, setWrong] = useState(false);
  const change = (next: PriceFields) => setFields(fields.map((one) => (one.model === next.model ? next : one)));
  if (fields.length === 0) return <p className="dim">{USAGE.noModels}</p>;
  const save = () => {
    const prices = pricesOf(fields);
    setWrong(prices === null);
    if (prices !== null) onSave({ currency: currency.trim().slice(0, 8), prices: [...prices] });
  };
  return (
    <form
      className="stack price-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField label={USAGE.currency} value={currency} hint={USAGE.currencyHint} onChange={setCurrency} />
      {fields.map((one) => (
        <ModelPrices key={one.model} fields={one} onChange={change} />
      ))}
      <p className="note">{USAGE.cachedHint}</p>
      {isWrong && (
        <p className="hint bad" role="alert">
          {USAGE.wrong}
        </p>
      )}
      {code !== null && <Trouble {...explain(code)} />}
      <div className="row wrap">
        <button type="submit" className="btn">
          {USAGE.save}
        </button>
        <span role="status" className="dim">
          {wasSaved && USAGE.saved}
        </span>
      </div>
    </form>
  );
}

interface ModelPricesProps {
  readonly fields: PriceFields;
  readonly onChange: (fields: PriceFields) => void;
}

function ModelPrices({ fields, onChange }: ModelPricesProps) {
  return (
    <fieldset className="field">
      <legend>
        <code className="breaks">
          <VisibleText text={fields.model} />
        </code>
      </legend>
      <div className="price-row">
        {KINDS.map(([kind, word]) => (
          <label key={kind}>
            <span className="note">{word}</span>
            <input
              className="input num"
              inputMode="decimal"
              autoComplete="off"
              value={fields[kind]}
              aria-label={USAGE.priceLabel(word, fields.model)}
              onChange={(event) => onChange({ ...fields, [kind]: event.target.value })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
