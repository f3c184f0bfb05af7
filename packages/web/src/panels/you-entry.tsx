import type { Entry } from "@loop/contract";
import { ArrowCounterClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowCounterClockwise";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from "react";
import { CopyButton } from "../parts/copy-button.js";
import { Trouble } from "../parts/trouble.js";
import { CARD } from "../words/card-words.js";
import { CHAT } from "../words/chat-words.js";
import { explain } from "../words/errors.js";
import { clockTime } from "./clock-time.js";

export type UserEntry = Extract<Entry, { kind: "user" }>;

/** A message being changed; null where none is. */
export interface Edit {
  readonly turnId: string;
  readonly text: string;
}

/** Both answer with the code of a refusal, or null. */
export interface YouActions {
  readonly sendAgain: (text: string) => Promise<string | null>;
  /** Goes on in a new conversation, from before this turn. */
  readonly resend: (turnId: string, text: string) => Promise<string | null>;
}

interface YouEntryProps {
  readonly entry: UserEntry;
  readonly position: string;
  /** The text as it is being changed; null while it is not. */
  readonly edited: string | null;
  readonly onEdit: (edit: Edit | null) => void;
  readonly canSendAgain: boolean;
  readonly actions: YouActions;
}

export const YouEntry = memo(function YouEntry(props: YouEntryProps) {
  const { entry, position, edited, onEdit } = props;
  const [code, setCode] = useState<string | null>(null);
  const run = async (work: Promise<string | null>) => setCode(await work);
  return (
    <article className={`entry you-said ${position}`}>
      <time className="when">{clockTime(entry.at)}</time>
      <span className="mark tick" />
      <div className="body">
        <h2 className="sr">{CHAT.you}</h2>
        {edited === null ? (
          <>
            <p className="you">{entry.text}</p>
            <Actions {...props} onRun={(work) => void run(work)} /* never rejects */ />
          </>
        ) : (
          <EditForm
            text={edited}
            onText={(text) => onEdit({ turnId: entry.turnId, text })}
            onCancel={() => onEdit(null)}
            onSend={() => void run(props.actions.resend(entry.turnId, edited))} // as above
          />
        )}
        {code !== null && <Trouble {...explain(code)} />}
      </div>
    </article>
  );
});

type ActionsProps = YouEntryProps & { readonly onRun: (work: Promise<string | null>) => void };

function Actions({ entry, canSendAgain, actions, onEdit, onRun }: ActionsProps) {
  return (
    <div className="said-actions">
      <CopyButton text={() => entry.text} word={CARD.copy} doneWord={CARD.copied} />
      <button
        type="button"
        className="btn quiet small"
        onClick={() => onEdit({ turnId: entry.turnId, text: entry.text })}
      >
        <PencilSimpleIcon className="i" aria-hidden="true" />
        {CHAT.editAndResend}
      </button>
      {canSendAgain && (
        <button type="button" className="btn quiet small" onClick={() => onRun(actions.sendAgain(entry.text))}>
          <ArrowCounterClockwiseIcon className="i" aria-hidden="true" />
          {CHAT.sendAgain}
        </button>
      )}
    </div>
  );
}

interface EditFormProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onCancel: () => void;
  readonly onSend: () => void;
}

function EditForm({ text, onText, onCancel, onSend }: EditFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(-1, -1);
  }, []);
  const isEmpty = text.trim() === "";
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Escape") return onCancel();
    if (event.key !== "Enter" || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isEmpty) onSend();
  };
  return (
    <div className="edit-said">
      <textarea
        ref={field}
        className="input"
        value={text}
        aria-label={CHAT.editLabel}
        aria-describedby={noteId}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={handleKey}
      />
      <p className="note" id={noteId}>
        {CHAT.editNote}
      </p>
      <div className="row wrap">
        <button type="button" className="btn ink small" disabled={isEmpty} onClick={onSend}>
          {CHAT.editSend}
        </button>
        <button type="button" className="btn small" onClick={onCancel}>
          {CHAT.cancel}
        </button>
      </div>
    </div>
  );
}
