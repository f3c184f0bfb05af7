import { LockSimpleIcon } from "@phosphor-icons/react/dist/csr/LockSimple";
import { Status } from "../parts/glyph.js";
import { VisibleText } from "../parts/visible-text.js";
import { targetOf } from "../words/card-words.js";
import { explain } from "../words/errors.js";
import { PASTE } from "../words/paste-words.js";
import { looksLikeVariable, type PlannedEntry, secretsOf } from "./import-plan.js";

/** What became of a server once it was to be saved. */
export type SaveOutcome = { readonly kind: "saved" } | { readonly kind: "refused"; readonly code: string };

interface ImportEntryProps {
  readonly entry: PlannedEntry;
  readonly isChosen: boolean;
  readonly isFixed: boolean;
  readonly outcome: SaveOutcome | null;
  readonly onChoose: (isChosen: boolean) => void;
}

/** One server of the paste: what would be saved, without the values, or why it is left out. */
export function ImportEntry(props: ImportEntryProps) {
  const { entry, outcome } = props;
  if (entry.kind === "refused") {
    return (
      <li className="paste-entry">
        <span className="name">
          <VisibleText text={entry.name} />
        </span>
        <Outcome word={PASTE.refused} code={entry.code} />
      </li>
    );
  }
  return (
    <li className="paste-entry">
      {outcome?.kind === "saved" ? <SavedName {...props} /> : <Choice {...props} />}
      {outcome?.kind === "refused" && <Outcome word={PASTE.notSaved} code={outcome.code} />}
      {outcome?.kind !== "saved" && <Facts entry={entry} />}
    </li>
  );
}

function Choice({ entry, isChosen, isFixed, onChoose }: ImportEntryProps) {
  if (entry.kind === "refused") return null;
  return (
    <label className="choice">
      <input
        type="checkbox"
        aria-label={PASTE.choose(entry.config.name)}
        checked={isChosen}
        disabled={isFixed}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span className="name">
        <VisibleText text={entry.config.name} />
      </span>
    </label>
  );
}

function SavedName({ entry }: ImportEntryProps) {
  if (entry.kind === "refused") return null;
  return (
    <span className="row">
      <span className="name">
        <VisibleText text={entry.config.name} />
      </span>
      <Status shape="ready" word={PASTE.saved} />
    </span>
  );
}

function Outcome({ word, code }: { readonly word: string; readonly code: string }) {
  const { sentence, nextStep } = explain(code);
  return (
    <div>
      <Status shape="error" word={word} />
      <p>
        {sentence} {nextStep} <span className="note">{code}</span>
      </p>
    </div>
  );
}

function Facts({ entry }: { readonly entry: Extract<PlannedEntry, { readonly kind: "server" }> }) {
  const { config, takenId } = entry;
  const rows = secretsOf(config);
  return (
    <div className="paste-facts">
      <code className="breaks">
        <VisibleText text={targetOf(config)} />
      </code>
      <span className="note">
        {PASTE.id} <code>{config.id}</code>
      </span>
      {takenId !== null && <span className="note">{PASTE.renamed(takenId, config.id)}</span>}
      {!config.enabled && <span className="note">{PASTE.off}</span>}
      {rows.length > 0 && (
        <ul aria-label={PASTE.secrets}>
          {rows.map((row, index) => (
            <li key={index} className="row wrap">
              <code className="breaks">
                <VisibleText text={row.key} />
              </code>
              <span className="row note">
                <LockSimpleIcon className="i small" aria-hidden="true" />
                {PASTE.masked}
              </span>
              {looksLikeVariable(row.value) && <span className="note">{PASTE.literal}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
