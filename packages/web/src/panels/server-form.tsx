import type { McpServerConfig } from "@loop/contract";
import { GlobeSimpleIcon } from "@phosphor-icons/react/dist/csr/GlobeSimple";
import { TerminalWindowIcon } from "@phosphor-icons/react/dist/csr/TerminalWindow";
import { type ReactNode, useId } from "react";
import { Segments } from "../parts/segments.js";
import { Switch } from "../parts/switch.js";
import { FORM } from "../words/form-words.js";
import { PairRows, SecretRows, TextRows } from "./server-form-rows.js";
import { type ServerForm as Form, type FormProblem, idFromName, needsReentry } from "./server-form-state.js";

export interface ServerFormProps {
  readonly form: Form;
  readonly onChange: (form: Form) => void;
  /** What is saved now; null while the server is new. */
  readonly original: McpServerConfig | null;
  readonly takenIds: readonly string[];
  /** Fields to mark, and what is wrong with them. */
  readonly problems: Readonly<Partial<Record<FormProblem, string>>>;
}

export function ServerForm(props: ServerFormProps) {
  const { form } = props;
  return (
    <>
      <IdentitySection {...props} />
      {form.kind === "stdio" ? <StdioSections {...props} /> : <HttpSections {...props} />}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly asides?: readonly string[];
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

function Section({ title, asides = [], isFirst = false, children }: SectionProps) {
  return (
    <section className={isFirst ? "hang open" : "hang"}>
      <div>
        <h2>{title}</h2>
        {asides.map((aside) => (
          <p key={aside} className="aside">
            {aside}
          </p>
        ))}
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isMono?: boolean;
  readonly hint?: string;
  readonly problem?: string | undefined;
  readonly placeholder?: string;
  readonly isFixed?: boolean;
}

function Field({ label, value, onChange, isMono = false, hint, problem, placeholder, isFixed = false }: FieldProps) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={isMono ? "input mono" : "input"}
        value={value}
        placeholder={placeholder}
        spellCheck={!isMono}
        autoComplete="off"
        readOnly={isFixed}
        aria-invalid={problem !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      {note !== undefined && (
        <span id={`${id}-note`} className={problem === undefined ? "hint" : "hint bad"}>
          {note}
        </span>
      )}
    </div>
  );
}

function IdentitySection({ form, onChange, original, takenIds, problems }: ServerFormProps) {
  const rename = (name: string) =>
    onChange({ ...form, name, id: form.isIdTouched ? form.id : name === "" ? "" : idFromName(name, takenIds) });
  return (
    <Section title={FORM.kind} isFirst>
      <Segments
        label={FORM.kind}
        value={form.kind}
        onChange={(kind) => onChange({ ...form, kind })}
        options={[
          {
            value: "stdio",
            label: <KindLabel icon={<TerminalWindowIcon className="i" aria-hidden="true" />} word={FORM.stdio} />,
          },
          {
            value: "http",
            label: <KindLabel icon={<GlobeSimpleIcon className="i" aria-hidden="true" />} word={FORM.http} />,
          },
        ]}
      />
      <Field label={FORM.name} value={form.name} onChange={rename} problem={problems.name} />
      <Field
        label={FORM.id}
        value={form.id}
        isMono
        isFixed={original !== null}
        onChange={(id) => onChange({ ...form, id, isIdTouched: id !== "" })}
        hint={original === null ? FORM.idHint : FORM.idFixed}
        problem={problems.id}
      />
      <div className="row">
        <Switch isOn={form.enabled} label={FORM.enabled} onChange={(enabled) => onChange({ ...form, enabled })} />
        <span aria-hidden="true">{FORM.enabled}</span>
        {!form.enabled && <span className="note">{FORM.enabledHint}</span>}
      </div>
    </Section>
  );
}

function KindLabel({ icon, word }: { readonly icon: ReactNode; readonly word: string }) {
  return (
    <>
      {icon}
      {word}
    </>
  );
}

/** Numbers rows as they are added. */
function rowAdder({ form, onChange }: Pick<ServerFormProps, "form" | "onChange">) {
  return {
    newRowId: () => form.nextRowId,
    set: (part: Partial<Form>) => onChange({ ...form, ...part, nextRowId: form.nextRowId + 1 }),
  };
}

function StdioSections(props: ServerFormProps) {
  const { form, onChange, original, problems } = props;
  const { newRowId, set } = rowAdder(props);
  return (
    <>
      <Section title={FORM.program} asides={[FORM.programAside, FORM.rightsAside]}>
        <Field
          label={FORM.command}
          value={form.command}
          isMono
          onChange={(command) => onChange({ ...form, command })}
          problem={problems.command}
        />
        <TextRows
          title={FORM.args}
          addWord={FORM.addArg}
          label={FORM.arg}
          hint={FORM.argsHint}
          isNumbered
          rows={form.args}
          newRowId={newRowId}
          onChange={(args) => set({ args })}
        />
        <Field
          label={FORM.cwd}
          value={form.cwd}
          isMono
          placeholder={FORM.cwdPlaceholder}
          onChange={(cwd) => onChange({ ...form, cwd })}
          problem={problems.cwd}
        />
      </Section>
      <Section title={FORM.environment} asides={[FORM.environmentAside]}>
        <SecretRows
          title={FORM.values}
          addWord={FORM.addValue}
          rows={form.env}
          newRowId={newRowId}
          mustReenter={needsReentry(form, original)}
          onChange={(env) => set({ env })}
          hint={hasSaved(form.env) ? `${FORM.plaintext} ${FORM.reenterStdio}` : FORM.plaintext}
        />
        <TextRows
          title={FORM.passed}
          addWord={FORM.addPassed}
          label={FORM.passedName}
          rows={form.envVars}
          newRowId={newRowId}
          onChange={(envVars) => set({ envVars })}
        />
      </Section>
    </>
  );
}

function HttpSections(props: ServerFormProps) {
  const { form, onChange, original, problems } = props;
  const { newRowId, set } = rowAdder(props);
  return (
    <>
      <Section title={FORM.address} asides={[FORM.addressAside]}>
        <Field
          label={FORM.url}
          value={form.url}
          isMono
          hint={FORM.urlHint}
          onChange={(url) => onChange({ ...form, url })}
          problem={problems.url}
        />
      </Section>
      <Section title={FORM.signIn} asides={[FORM.signInAside]}>
        <Field
          label={FORM.bearer}
          value={form.bearerTokenEnv}
          isMono
          placeholder={FORM.bearerPlaceholder}
          onChange={(bearerTokenEnv) => onChange({ ...form, bearerTokenEnv })}
        />
      </Section>
      <Section title={FORM.headers}>
        <SecretRows
          title={FORM.values}
          addWord={FORM.addHeader}
          rows={form.headers}
          newRowId={newRowId}
          mustReenter={needsReentry(form, original)}
          onChange={(headers) => set({ headers })}
          hint={hasSaved(form.headers) ? `${FORM.plaintext} ${FORM.reenterHttp}` : FORM.plaintext}
        />
        <PairRows
          title={FORM.fromVariables}
          addWord={FORM.addEnvHeader}
          rows={form.envHeaders}
          newRowId={newRowId}
          onChange={(envHeaders) => set({ envHeaders })}
        />
      </Section>
    </>
  );
}

function hasSaved(rows: Form["env"]): boolean {
  return rows.some((row) => row.savedKey !== null);
}
