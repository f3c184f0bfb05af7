import { type FormEvent, useId, useState } from "react";
import { explain } from "../words/errors.js";
import { WORKSPACE } from "../words/workspace-words.js";

interface WorkspaceFormProps {
  readonly workspace: string | null;
  readonly hasSession: boolean;
  readonly onChoose: (path: string) => Promise<string | null>;
  readonly onDone: () => void;
}

export function WorkspaceForm({ workspace, hasSession, onChoose, onDone }: WorkspaceFormProps) {
  const id = useId();
  const [path, setPath] = useState(workspace ?? "");
  const [code, setCode] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const choose = async () => {
    if (path.trim() === workspace) return onDone();
    setSending(true);
    const refused = await onChoose(path.trim());
    setSending(false);
    setCode(refused);
    if (refused === null) onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending) void choose(); // never rejects: a refusal is a code
  };
  const problem = code === null ? null : explain(code);
  return (
    <form className="dialog-form" noValidate onSubmit={submit}>
      <h2>{WORKSPACE.title}</h2>
      <p className="dim">{WORKSPACE.says}</p>
      <div className="field">
        <label htmlFor={id}>{WORKSPACE.field}</label>
        <input
          id={id}
          className="input mono"
          value={path}
          placeholder={WORKSPACE.placeholder}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-note`}
          ref={(field) => field?.focus()}
          onChange={(event) => setPath(event.target.value)}
        />
        {problem !== null && (
          <span id={`${id}-note`} className="hint bad" role="alert">
            {problem.sentence} {problem.nextStep}
          </span>
        )}
      </div>
      {hasSession && <p className="note">{WORKSPACE.grantsEnd}</p>}
      <div className="row end">
        <button type="button" className="btn" onClick={onDone}>
          {WORKSPACE.cancel}
        </button>
        <button type="submit" className="btn ink" disabled={isSending || path.trim() === ""}>
          {isSending ? WORKSPACE.using : WORKSPACE.use}
        </button>
      </div>
    </form>
  );
}
