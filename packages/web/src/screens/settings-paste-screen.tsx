import { type FormEvent, useEffect, useId, useState } from "react";
import { Crumbs } from "../panels/crumbs.js";
import { ImportEntry } from "../panels/import-entry.js";
import { useAnnounce } from "../parts/announcer.js";
import { Link, useNavigate } from "../parts/navigation.js";
import { Trouble } from "../parts/trouble.js";
import { explain } from "../words/errors.js";
import { FORM } from "../words/form-words.js";
import { PASTE } from "../words/paste-words.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { SettingsFrame } from "./settings-frame.js";
import { type Import, useImport } from "./use-import.js";

/** Settings → Integrations → MCPs → Add → Paste a configuration (CFG-19). */
export function SettingsPasteScreen() {
  const found = useImport();
  return (
    <SettingsFrame page="integrations" narrowBack={{ href: PATHS.servers, word: FORM.backToList }}>
      <div className="scroll">
        <div className="page">
          <Crumbs
            crumbs={[
              { word: SERVERS.integrations },
              { word: SERVERS.mcps, href: PATHS.servers },
              { word: PASTE.title },
            ]}
          />
          <h1>{PASTE.title}</h1>
          <p className="lede above-form">{PASTE.lede}</p>
          <div className="stack">
            <PasteForm found={found} />
            <Found found={found} />
          </div>
        </div>
      </div>
    </SettingsFrame>
  );
}

interface FoundProps {
  readonly found: Import;
}

function PasteForm({ found }: FoundProps) {
  const id = useId();
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!found.isBusy && text.trim() !== "") void found.read(text); // never rejects: a refusal is a code
  };
  return (
    <form className="stack tight" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{PASTE.field}</label>
        <textarea
          id={id}
          className="input mono paste-text"
          value={text}
          placeholder={PASTE.placeholder}
          spellCheck={false}
          onChange={(event) => {
            setText(event.target.value);
            found.forget();
          }}
        />
      </div>
      <div className="row">
        <button type="submit" className="btn" disabled={found.isBusy || text.trim() === ""}>
          {PASTE.read}
        </button>
        <Link className="btn quiet" href={PATHS.addServer}>
          {PASTE.cancel}
        </Link>
      </div>
    </form>
  );
}

function Found({ found }: FoundProps) {
  const { plan, code, chosen, outcomes, isBusy } = found;
  const announce = useAnnounce();
  useEffect(() => {
    if (plan !== null) announce(PASTE.found(plan.length), "polite");
  }, [plan, announce]);
  if (code === "config-invalid") return <Trouble sentence={PASTE.notFound} nextStep="" code={code} />;
  if (code !== null) return <Trouble {...explain(code)} />;
  if (plan === null) return null;
  return (
    <section className="stack tight" aria-label={PASTE.found(plan.length)}>
      <h2 className="strong">{PASTE.found(plan.length)}</h2>
      <ul className="list">
        {plan.map((entry, index) => {
          const id = entry.kind === "server" ? entry.config.id : "";
          return (
            <ImportEntry
              key={index}
              entry={entry}
              isChosen={chosen.has(id)}
              isFixed={isBusy}
              outcome={outcomes.get(id) ?? null}
              onChoose={(isChosen) => found.choose(id, isChosen)}
            />
          );
        })}
      </ul>
      <p className="note">
        {PASTE.starts} {FORM.plaintext}
      </p>
      <SaveRow found={found} />
    </section>
  );
}

function SaveRow({ found }: FoundProps) {
  const navigate = useNavigate();
  const open = [...found.chosen].filter((id) => found.outcomes.get(id)?.kind !== "saved").length;
  const save = async () => {
    if (await found.save()) navigate(PATHS.servers);
  };
  return (
    <div className="row">
      <button type="button" className="btn ink" disabled={found.isBusy || open === 0} onClick={() => void save()}>
        {found.isBusy ? PASTE.saving : PASTE.save(open)}
      </button>
      {found.outcomes.size > 0 && (
        <Link className="btn" href={PATHS.servers}>
          {PASTE.toList}
        </Link>
      )}
    </div>
  );
}
