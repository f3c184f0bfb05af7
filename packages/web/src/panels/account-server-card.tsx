import type { AccountServerView } from "@loop/contract";
import { ArrowsClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowsClockwise";
import { LockSimpleIcon } from "@phosphor-icons/react/dist/csr/LockSimple";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useState } from "react";
import { Confirm } from "../parts/confirm.js";
import { Glyph, Status } from "../parts/glyph.js";
import { Link } from "../parts/navigation.js";
import { Switch } from "../parts/switch.js";
import { Trouble } from "../parts/trouble.js";
import { VisibleText } from "../parts/visible-text.js";
import { type AccountServerWords, accountServerWords, explainAccountServer } from "../words/account-server-words.js";
import { PATHS } from "../words/paths.js";
import { TOOLS } from "../words/tools-words.js";
import { AccountServerGroups } from "./account-server-groups.js";
import { type CatalogChange, CatalogDiff } from "./catalog-diff.js";

export interface AccountServerCardProps {
  readonly view: AccountServerView;
  readonly isUpdating: boolean;
  /** What the last update of this page found; null before one. */
  readonly change: CatalogChange | null;
  /** Why the last thing asked for did not happen. */
  readonly refusal: string | null;
  readonly onEnable: (enabled: boolean) => void;
  readonly onUpdate: () => void;
  readonly onGroup: (name: string, enabled: boolean) => void;
  readonly onRemove: () => void;
  readonly onCloseChange: () => void;
}

/** One server of the account, from what is stored: showing it reaches out to nobody (SRV-04). */
export function AccountServerCard(props: AccountServerCardProps) {
  const { view, change, refusal, onRemove } = props;
  const [isRemoving, setRemoving] = useState(false);
  const words = accountServerWords(view);
  return (
    <article
      className={view.suspended ? "panel server-card hatch" : "panel server-card"}
      data-server={view.label}
      aria-label={view.label}
    >
      <CardHead {...props} words={words} onAskRemove={() => setRemoving(true)} />
      <WhyNotOffered words={words} isSuspended={view.suspended} />
      {refusal !== null && <Trouble {...explainAccountServer(refusal)} />}
      {change !== null && <CatalogDiff change={change} onClose={props.onCloseChange} />}
      {isRemoving && (
        <Confirm
          question={TOOLS.removeQuestion(view.label)}
          says={TOOLS.removeSays}
          yes={TOOLS.removeYes}
          no={TOOLS.keep}
          onYes={onRemove}
          onNo={() => setRemoving(false)}
        />
      )}
      <AccountServerGroups view={view} onGroup={props.onGroup} />
    </article>
  );
}

interface CardHeadProps extends AccountServerCardProps {
  readonly words: AccountServerWords;
  readonly onAskRemove: () => void;
}

function CardHead({ view, words, isUpdating, onEnable, onUpdate, onAskRemove }: CardHeadProps) {
  return (
    <div className="server-head">
      <span className={`glyph st-${words.shape}`}>
        <Glyph shape={words.shape} />
      </span>
      <div>
        <h3 className="name">{view.label}</h3>
        <code className="target">
          <VisibleText text={view.url} />
        </code>
        <p className="row wrap">
          <Link className={`st st-${words.shape} num`} href={PATHS.accountServerTools(view.id)}>
            {words.word}
            <span className="sr">, {TOOLS.allTools(view.label)}</span>
          </Link>
        </p>
      </div>
      <Switch isOn={view.enabled} label={TOOLS.switchOf(view.label)} onChange={onEnable} />
      <div className="acts">
        {!view.suspended && (
          <button
            type="button"
            className="btn quiet small"
            aria-disabled={isUpdating}
            aria-label={isUpdating ? TOOLS.updating : TOOLS.updateLabel(view.label)}
            onClick={() => !isUpdating && onUpdate()}
          >
            <ArrowsClockwiseIcon className="i small" aria-hidden="true" />
            {isUpdating ? TOOLS.updating : TOOLS.update}
          </button>
        )}
        <span className="grow" />
        <Link
          className="btn quiet icon small"
          href={PATHS.accountServer(view.id)}
          aria-label={TOOLS.edit(view.label)}
          title={TOOLS.edit(view.label)}
        >
          <PencilSimpleIcon className="i" aria-hidden="true" />
        </Link>
        <button
          type="button"
          className="btn quiet icon small"
          aria-label={TOOLS.remove(view.label)}
          title={TOOLS.remove(view.label)}
          onClick={onAskRemove}
        >
          <TrashIcon className="i" aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

interface WhyProps {
  readonly words: AccountServerWords;
  readonly isSuspended: boolean;
}

function WhyNotOffered({ words: { why, shape }, isSuspended }: WhyProps) {
  if (why === null) return null;
  return (
    <p className="why-not">
      {isSuspended ? <LockSimpleIcon className="i" aria-hidden="true" /> : <Status shape={shape} word="" />}
      <span>
        {why.sentence} {why.nextStep} <span className="note">{why.code}</span>
      </span>
    </p>
  );
}
