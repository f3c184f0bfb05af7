import type { ApprovalDecision } from "@loop/contract";
import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { Glyph } from "../parts/glyph.js";
import { Trouble } from "../parts/trouble.js";
import { CARD } from "../words/card-words.js";
import { explain } from "../words/errors.js";

interface CardAnswersProps {
  readonly allowSession: boolean;
  /** Too early to answer, or an answer is on its way: pressing does nothing, and the focus stays. */
  readonly isInert: boolean;
  readonly code: string | null;
  readonly ifDenied: string;
  /** A call of a script can end the script with it. */
  readonly isOfScript: boolean;
  readonly onAnswer: (decision: ApprovalDecision, stopScript: boolean) => void;
  /** There is something of the card below what is in view. */
  readonly hasMore: boolean;
  readonly onReadOn: () => void;
}

/** The no on the left, the yes on the right, of one size and weight; none of them is the default. */
export function CardAnswers(props: CardAnswersProps) {
  const { allowSession, isInert, code, ifDenied, isOfScript, onAnswer, hasMore, onReadOn } = props;
  const press = (decision: ApprovalDecision) => () => {
    if (!isInert) onAnswer(decision, false);
  };
  return (
    <div className="decide">
      {code !== null && <Trouble {...explain(code)} />}
      {hasMore && (
        <button type="button" className="more" onClick={onReadOn}>
          <ArrowDownIcon className="i" aria-hidden="true" />
          {CARD.more}
        </button>
      )}
      <div className={allowSession ? "answers" : "answers pair"}>
        <button
          type="button"
          className="btn deny"
          aria-disabled={isInert}
          aria-keyshortcuts="D"
          onClick={press("denied")}
        >
          <Glyph shape="denied" />
          {CARD.deny}
          <kbd aria-hidden="true">D</kbd>
        </button>
        <button
          type="button"
          className="btn allow"
          aria-disabled={isInert}
          aria-keyshortcuts="A"
          onClick={press("allowed")}
        >
          <Glyph shape="allowed" />
          {CARD.allow}
          <kbd aria-hidden="true">A</kbd>
        </button>
        {allowSession && (
          <button
            type="button"
            className="btn wide"
            aria-disabled={isInert}
            aria-keyshortcuts="S"
            onClick={press("allowed-session")}
          >
            <span>
              {CARD.allowSession}
              <small>{CARD.allowSessionScope}</small>
            </span>
            <kbd aria-hidden="true">S</kbd>
          </button>
        )}
      </div>
      <footer className={isOfScript ? "of-script" : ""}>
        <span>{ifDenied}</span>
        {isOfScript && (
          <button
            type="button"
            className="btn quiet small"
            aria-disabled={isInert}
            onClick={() => !isInert && onAnswer("denied", true)}
          >
            {CARD.denyAndStop}
          </button>
        )}
      </footer>
    </div>
  );
}
