import type { ListedModel } from "@loop/contract";
import { useState } from "react";
import { VisibleText } from "../../parts/visible-text.js";
import { abilityNote, MODELS } from "../../words/model-words.js";
import { type ModelTest, TestLine } from "./test-line.js";

export interface ModelListProps {
  readonly models: readonly ListedModel[];
  readonly chosen: string | null;
  readonly test: ModelTest | null;
  readonly onTest: (reference: string) => void;
  readonly onCancelTest: () => void;
  readonly onUse: (reference: string) => void;
}

const MOST_SHOWN = 40;
const SEARCH_FROM = 8;

/** What a provider says it has: searched, tried and chosen. */
export function ModelList(props: ModelListProps) {
  const { models } = props;
  const [words, setWords] = useState("");
  if (models.length === 0) return <p className="dim">{MODELS.listedNone}</p>;
  const wanted = words.trim().toLowerCase();
  const found = models.filter(({ reference }) => reference.toLowerCase().includes(wanted));
  const shown = found.slice(0, MOST_SHOWN);
  return (
    <div className="stack tight">
      <p className="note num">{MODELS.listed(models.length)}</p>
      {models.length > SEARCH_FROM && (
        <div className="searchbox">
          <input
            type="search"
            aria-label={MODELS.filter}
            value={words}
            placeholder={MODELS.filter}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      )}
      {found.length === 0 && <p className="dim">{MODELS.noMatch}</p>}
      <ul className="list model-list">
        {shown.map((model) => (
          <Row key={model.reference} {...props} model={model} />
        ))}
      </ul>
      {found.length > shown.length && <p className="note">{MODELS.moreModels(found.length - shown.length)}</p>}
    </div>
  );
}

function Row({ model, chosen, test, onTest, onCancelTest, onUse }: ModelListProps & { readonly model: ListedModel }) {
  const { reference, abilities } = model;
  return (
    <li>
      <div className="row wrap">
        <span className="grow">
          <code className="breaks">
            <VisibleText text={reference.slice(reference.indexOf("/") + 1)} />
          </code>{" "}
          <span className="note">{abilityNote(abilities)}</span>
        </span>
        <button
          type="button"
          className="btn quiet small"
          disabled={test !== null && test.outcome === null}
          aria-label={MODELS.testLabel(reference)}
          onClick={() => onTest(reference)}
        >
          {MODELS.test}
        </button>
        {chosen === reference ? (
          <span className="tag">{MODELS.inUseNow}</span>
        ) : (
          <button
            type="button"
            className="btn small"
            aria-label={MODELS.useLabel(reference)}
            onClick={() => onUse(reference)}
          >
            {MODELS.use}
          </button>
        )}
      </div>
      {chosen !== reference && <TestLine test={test} reference={reference} onCancel={onCancelTest} />}
    </li>
  );
}
