import { PERSONA_LIMITS, type PromptText } from "@loop/contract";
import { type FormEvent, useState } from "react";
import { HangSection } from "../parts/hang-section.js";
import { TextArea } from "../parts/text-area.js";
import { Trouble } from "../parts/trouble.js";
import { explain } from "../words/errors.js";
import { PROMPTS, promptWords } from "../words/prompt-words.js";
import { promptProblem } from "./persona-fields.js";

interface PromptEditorProps {
  readonly prompt: PromptText;
  /** Null brings the original back. Resolves to null once it is saved, else to why it was not. */
  readonly onSave: (text: string | null) => Promise<string | null>;
}

/** One text of the app: changed, saved, reset, and brought back after a reset. */
export function PromptEditor({ prompt, onSave }: PromptEditorProps) {
  const { title, aside, tool } = promptWords(prompt.key);
  const editing = usePromptEditing(prompt, onSave);
  const { text, isDirty, isBusy, problem, refusal, said, save, write } = editing;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <HangSection title={title} aside={aside}>
      <form className="stack tight" noValidate onSubmit={submit} aria-label={title} data-prompt={prompt.key}>
        {(prompt.changed || tool !== null) && (
          <p className="row wrap note">
            {prompt.changed && <span className="tag">{PROMPTS.changed}</span>}
            {tool !== null && (
              <span>
                {PROMPTS.describes} <code>{tool}</code>
              </span>
            )}
          </p>
        )}
        <TextArea
          label={PROMPTS.textOf(title)}
          isLabelHidden
          isMono
          value={text}
          most={PERSONA_LIMITS.promptText}
          problem={problem}
          onChange={write}
        />
        {refusal !== null && <Trouble {...explain(refusal)} />}
        <div className="row wrap">
          <button type="submit" className="btn small" aria-disabled={isBusy || !isDirty}>
            {isBusy ? PROMPTS.saving : PROMPTS.save}
          </button>
          <OtherActs {...editing} isChanged={prompt.changed} />
          <span className="note" role="status">
            {said}
          </span>
        </div>
        {prompt.changed && <Original text={prompt.original} />}
      </form>
    </HangSection>
  );
}

type Editing = ReturnType<typeof usePromptEditing>;

function OtherActs({ isDirty, isChanged, former, drop, reset, bringBack }: Editing & { readonly isChanged: boolean }) {
  return (
    <>
      {isDirty && (
        <button type="button" className="btn small quiet" onClick={drop}>
          {PROMPTS.drop}
        </button>
      )}
      {isChanged && (
        <button type="button" className="btn small quiet" onClick={reset}>
          {PROMPTS.reset}
        </button>
      )}
      {former !== null && !isDirty && (
        <button type="button" className="btn small quiet" onClick={bringBack}>
          {PROMPTS.bringBack}
        </button>
      )}
    </>
  );
}

function Original({ text }: { readonly text: string }) {
  return (
    <details className="original">
      <summary>{PROMPTS.original}</summary>
      <pre tabIndex={0} role="group" aria-label={PROMPTS.original}>
        {text}
      </pre>
    </details>
  );
}

/** `draft` is null while the field shows what is saved; `former` is what a reset took away. */
function usePromptEditing(prompt: PromptText, onSave: PromptEditorProps["onSave"]) {
  const [draft, setDraft] = useState<string | null>(null);
  const [former, setFormer] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const isDirty = draft !== null && draft !== prompt.text;
  const found = isDirty ? promptProblem(draft) : null;
  const send = async (text: string | null) => {
    setBusy(true);
    setSaid("");
    const code = await onSave(text);
    setBusy(false);
    setRefusal(code);
    if (code !== null) return;
    setDraft(null);
    setFormer(text === null ? prompt.text : null);
    setSaid(text === null ? PROMPTS.resetDone : PROMPTS.saved);
  };
  const show = (text: string | null, words = "") => {
    setDraft(text);
    setSaid(words);
  };
  return {
    text: draft ?? prompt.text,
    isDirty,
    isBusy,
    problem: found ?? undefined,
    refusal,
    former,
    said,
    write: (text: string) => show(text),
    drop: () => show(null),
    bringBack: () => show(former, PROMPTS.broughtBack),
    // Neither rejects: a refusal is shown below the field.
    save: () => {
      if (!isBusy && isDirty && found === null) void send(draft);
    },
    reset: () => {
      if (!isBusy) void send(null);
    },
  };
}
