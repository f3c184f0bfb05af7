import type { McpToolView } from "@loop/contract";
import { lazy, Suspense, useMemo, useState } from "react";
import { CopyButton } from "../parts/copy-button.js";
import { jsonLines } from "../parts/json-lines.js";
import { Payload } from "../parts/payload.js";
import { Quote } from "../parts/quote.js";
import { Segments } from "../parts/segments.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { VisibleText } from "../parts/visible-text.js";
import { CARD } from "../words/card-words.js";
import { explain } from "../words/errors.js";
import { RUN } from "../words/run-words.js";
import { type Arguments, parseArguments, prettyArguments } from "./arguments-json.js";
import { fieldCount } from "./tool-list.js";

const ArgumentsForm = lazy(async () => ({
  default: (await import("./arguments-form/arguments-form.js")).ArgumentsForm,
}));

export interface ToolRunnerProps {
  readonly tool: McpToolView;
  readonly serverName: string;
  readonly isStarting: boolean;
  readonly code: string | null;
  readonly onRun: (args: Arguments) => void;
}

const FORM_ID = "arguments-form";

/** A tool in its server's own words, what it takes, and a form or JSON to run it by hand. */
export function ToolRunner({ tool, serverName, isStarting, code, onRun }: ToolRunnerProps) {
  const [shownAs, setShownAs] = useState<"form" | "json">("form");
  const [args, setArgs] = useState<Arguments>({});
  const [json, setJson] = useState("{}");
  // The form is loaded when it is first needed; a press before that would go nowhere.
  const [isFormReady, setFormReady] = useState(false);
  const parsed = parseArguments(json);
  const show = (next: "form" | "json") => {
    if (next === "json") setJson(prettyArguments(args));
    else if (parsed !== null) setArgs(parsed);
    setShownAs(next);
  };
  const hasForm = fieldCount(tool.inputSchema) > 0;
  return (
    <section aria-labelledby="tool-name">
      <h2 id="tool-name" className="tool-head">
        <code>
          <VisibleText text={tool.toolName} />
        </code>
      </h2>
      {tool.description !== "" && <Quote text={tool.description} source={RUN.ownWords(serverName)} />}
      <div className="row run-head">
        <h3>{RUN.heading}</h3>
        <Segments
          label={RUN.showAs}
          value={shownAs}
          isSmall
          onChange={show}
          options={[
            { value: "form", label: RUN.form },
            { value: "json", label: RUN.json },
          ]}
        />
      </div>
      <div className="panel pad">
        {shownAs === "json" ? (
          <JsonArguments
            json={json}
            isValid={parsed !== null}
            onChange={setJson}
            onRun={() => parsed !== null && onRun(parsed)}
          />
        ) : (
          <Suspense fallback={<Skeleton label={RUN.loading} />}>
            {!hasForm && <p className="dim">{RUN.noFields}</p>}
            <ArgumentsForm
              formId={FORM_ID}
              schema={tool.inputSchema}
              value={args}
              onChange={setArgs}
              onRun={onRun}
              onReady={setFormReady}
            />
          </Suspense>
        )}
      </div>
      {code !== null && <Trouble {...explain(code)} />}
      <div className="row wrap run-foot">
        <button
          type="submit"
          form={FORM_ID}
          className="btn ink"
          disabled={isStarting || (shownAs === "json" ? parsed === null : !isFormReady)}
        >
          {isStarting ? RUN.starting : RUN.run}
        </button>
        <span className="note">{RUN.kept}</span>
      </div>
      <SchemaView schema={tool.inputSchema} />
    </section>
  );
}

interface JsonArgumentsProps {
  readonly json: string;
  readonly isValid: boolean;
  readonly onChange: (json: string) => void;
  readonly onRun: () => void;
}

function JsonArguments({ json, isValid, onChange, onRun }: JsonArgumentsProps) {
  return (
    <form
      id={FORM_ID}
      className="field"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <label htmlFor="arguments-json">{RUN.jsonLabel}</label>
      <textarea
        id="arguments-json"
        className="input json"
        value={json}
        spellCheck={false}
        aria-invalid={!isValid}
        aria-describedby="arguments-json-note"
        onChange={(event) => onChange(event.target.value)}
      />
      <span id="arguments-json-note" className="hint bad">
        {!isValid && RUN.notJson}
      </span>
    </form>
  );
}

function SchemaView({ schema }: { readonly schema: unknown }) {
  const [isOpen, setOpen] = useState(false);
  const lines = useMemo(() => (isOpen ? jsonLines(schema) : []), [isOpen, schema]);
  return (
    <details className="schema" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{RUN.schema}</summary>
      {isOpen && (
        <Payload
          label={RUN.schemaLabel}
          lines={lines}
          head={
            <>
              <span className="grow dim">{RUN.schemaLabel}</span>
              <CopyButton text={() => JSON.stringify(schema, null, 2)} word={CARD.copy} doneWord={CARD.copied} />
            </>
          }
        />
      )}
    </details>
  );
}
