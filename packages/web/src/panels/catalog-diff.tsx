import type { RouteReply } from "@loop/contract";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import { VisibleText } from "../parts/visible-text.js";
import { DIFF } from "../words/tools-words.js";

export type CatalogChange = Pick<RouteReply<"updateTools">, "added" | "removed" | "changed" | "newGroups" | "tools">;

interface CatalogDiffProps {
  readonly change: CatalogChange;
  readonly onClose: () => void;
}

/** What Update tools found: added, removed, changed, and groups that were not there before (GRP-01). */
export function CatalogDiff({ change, onClose }: CatalogDiffProps) {
  const { added, removed, changed, newGroups, tools } = change;
  const isSame = [added, removed, changed, newGroups].every((names) => names.length === 0);
  return (
    <div className="diff">
      <div className="row">
        <p role="status" className="grow">
          <strong>{isSame ? DIFF.none(tools.length) : DIFF.title}</strong>
        </p>
        <button
          type="button"
          className="btn quiet icon small"
          aria-label={DIFF.close}
          title={DIFF.close}
          onClick={onClose}
        >
          <XIcon className="i" aria-hidden="true" />
        </button>
      </div>
      <Names title={DIFF.added} names={added} sign="+" />
      <Names title={DIFF.removed} names={removed} sign="−" />
      <Names title={DIFF.changed} names={changed} sign="~" />
      <Names title={DIFF.newGroups} names={newGroups} sign="+" />
      {!isSame && <p className="note">{DIFF.ownNames}</p>}
    </div>
  );
}

interface NamesProps {
  readonly title: string;
  readonly names: readonly string[];
  readonly sign: string;
}

function Names({ title, names, sign }: NamesProps) {
  if (names.length === 0) return null;
  return (
    <div>
      <h4 className="label">
        {title} <span className="note num">{names.length}</span>
      </h4>
      <ul className="diff-names">
        {names.map((name) => (
          <li key={name}>
            <span aria-hidden="true">{sign} </span>
            <code>
              <VisibleText text={name} />
            </code>
          </li>
        ))}
      </ul>
    </div>
  );
}
