import { type FormEvent, useState } from "react";
import { Trouble } from "../parts/trouble.js";
import { explain } from "../words/errors.js";
import { RUN } from "../words/run-words.js";

interface ScriptRunnerProps {
  readonly isStarting: boolean;
  readonly code: string | null;
  readonly onRun: (script: string) => void;
}

/** A script by hand: the same room, the same questions, the same step as a model's. */
export function ScriptRunner({ isStarting, code, onRun }: ScriptRunnerProps) {
  const [script, setScript] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRun(script);
  };
  return (
    <form className="stack tight script-runner" onSubmit={submit}>
      <div className="field">
        <label htmlFor="script">{RUN.script}</label>
        <textarea
          id="script"
          className="input json"
          value={script}
          spellCheck={false}
          placeholder={RUN.scriptExample}
          aria-describedby="script-note"
          onChange={(event) => setScript(event.target.value)}
        />
        <span id="script-note" className="hint">
          {RUN.scriptNote}
        </span>
      </div>
      {code !== null && <Trouble {...explain(code)} />}
      <div className="row wrap run-foot">
        <button type="submit" className="btn ink" disabled={isStarting || script.trim() === ""}>
          {isStarting ? RUN.starting : RUN.runScript}
        </button>
        <span className="note">{RUN.scriptKept}</span>
      </div>
    </form>
  );
}
