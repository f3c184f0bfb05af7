import { BellIcon } from "@phosphor-icons/react/dist/csr/Bell";
import { useNotices } from "../parts/notices-context.js";
import { NOTICES_OF_QUESTIONS } from "../words/notice-words.js";

/** The browser asks for its permission after the press, and never before. */
export function NoticesChoice() {
  const { state, turnOn, turnOff } = useNotices();
  return (
    <div className="field">
      <h3 className="label">{NOTICES_OF_QUESTIONS.label}</h3>
      <p className="row wrap">
        {state === "off" && (
          <button type="button" className="btn small" onClick={turnOn}>
            <BellIcon className="i" aria-hidden="true" />
            {NOTICES_OF_QUESTIONS.turnOn}
          </button>
        )}
        {state === "on" && (
          <>
            <span>{NOTICES_OF_QUESTIONS.on}</span>
            <button type="button" className="btn small" onClick={turnOff}>
              {NOTICES_OF_QUESTIONS.turnOff}
            </button>
          </>
        )}
        {state === "blocked" && <span>{NOTICES_OF_QUESTIONS.blocked}</span>}
        {state === "unsupported" && <span>{NOTICES_OF_QUESTIONS.unsupported}</span>}
      </p>
      <span className="note">{NOTICES_OF_QUESTIONS.says}</span>
    </div>
  );
}
