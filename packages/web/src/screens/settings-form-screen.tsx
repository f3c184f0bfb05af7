import type { McpServerConfig, McpServerView } from "@loop/contract";
import { type FormEvent, useEffect, useState } from "react";
import { Crumbs } from "../panels/crumbs.js";
import { SaveDock } from "../panels/save-dock.js";
import { ServerForm } from "../panels/server-form.js";
import {
  configFromForm,
  emptyForm,
  type ServerForm as Form,
  type FormProblem,
  fieldOfCode,
  formFromConfig,
  formProblems,
} from "../panels/server-form-state.js";
import { Link, useNavigate } from "../parts/navigation.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { useNow } from "../parts/use-now.js";
import { useServices, useValue } from "../state/use-services.js";
import { explain } from "../words/errors.js";
import { FORM } from "../words/form-words.js";
import { PASTE } from "../words/paste-words.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { SettingsFrame } from "./settings-frame.js";

const PROBLEM_CODES: Readonly<Record<FormProblem, string>> = {
  name: "config-name-empty",
  id: "config-id-invalid",
  command: "config-command-empty",
  url: "config-url-invalid",
  cwd: "config-cwd-relative",
};

export function AddServerScreen() {
  return <FormScreen original={null} />;
}

export function EditServerScreen({ id }: { readonly id: string }) {
  const { servers } = useServices();
  const list = useValue(servers.store);
  const found = list.items.find((view) => view.config.id === id);
  if (found !== undefined) return <FormScreen original={found.config} />;
  return (
    <SettingsFrame page="integrations" narrowBack={{ href: PATHS.servers, word: FORM.backToList }}>
      <div className="page">
        {list.status === "ready" ? <Trouble {...explain("server-unknown")} /> : <Skeleton label={SERVERS.title} />}
      </div>
    </SettingsFrame>
  );
}

/** `original` is what stood there first; what changes elsewhere meanwhile does not change the form. UI-02: keeps its place, shows the connection, leaves on success, stays on failure; saving again is an update. */
function FormScreen({ original }: { readonly original: McpServerConfig | null }) {
  const { servers } = useServices();
  const { items } = useValue(servers.store);
  const [form, setForm] = useState<Form>(() => (original === null ? emptyForm : formFromConfig(original)));
  const saving = useSaving(form, setForm, original);
  const title = original === null ? SERVERS.addTitle : (saving.saved?.name ?? original.name);
  return (
    <SettingsFrame page="integrations" narrowBack={{ href: PATHS.servers, word: FORM.backToList }}>
      <form className="form-column" noValidate onSubmit={saving.submit}>
        <div className="scroll">
          <div className="page">
            <Crumbs
              crumbs={[{ word: SERVERS.integrations }, { word: SERVERS.mcps, href: PATHS.servers }, { word: title }]}
            />
            <div className="row wrap above-form">
              <h1 className="grow">{title}</h1>
              {original === null && !saving.hasSaved && (
                <Link className="btn small" href={PATHS.pasteServers}>
                  {PASTE.link}
                </Link>
              )}
            </div>
            <ServerForm
              form={form}
              onChange={setForm}
              original={saving.saved}
              takenIds={items.map((view) => view.config.id)}
              problems={saving.problems}
            />
          </div>
        </div>
        <ConnectedDock saving={saving} enabled={form.enabled} />
      </form>
    </SettingsFrame>
  );
}

interface Saving {
  readonly isSaving: boolean;
  readonly code: string | null;
  readonly problems: Readonly<Partial<Record<FormProblem, string>>>;
  /** The configuration as Loop holds it, redacted; null while the server is new. */
  readonly saved: McpServerConfig | null;
  /** This form has saved, so its connection is what the dock shows. */
  readonly hasSaved: boolean;
  readonly isChanged: boolean;
  readonly submit: (event: FormEvent) => void;
}

function useSaving(form: Form, setForm: (form: Form) => void, original: McpServerConfig | null): Saving {
  const { serverCommands, servers } = useServices();
  const [saved, setSaved] = useState(original);
  const [savedForm, setSavedForm] = useState<Form | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const [wasTried, setTried] = useState(false);
  const save = async () => {
    setTried(true);
    if (formProblems(form).length > 0) return setCode("config-invalid");
    setSaving(true);
    const refused = await serverCommands.save(configFromForm(form, saved), saved === null);
    setSaving(false);
    setCode(refused);
    if (refused !== null) return;
    // What Loop answered is what the form now stands for: values it holds are shown as held.
    const kept = servers.store.getState().items.find((view) => view.config.id === form.id.trim())?.config;
    if (kept === undefined) return;
    const next = formFromConfig(kept);
    setSaved(kept);
    setSavedForm(next);
    setForm(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSaving) void save(); // never rejects: a refusal is a code
  };
  const problems = problemTexts(wasTried ? formProblems(form) : [], code);
  const isChanged = savedForm !== form;
  return { isSaving, code, problems, saved, hasSaved: savedForm !== null, isChanged, submit };
}

function problemTexts(found: readonly FormProblem[], code: string | null): Saving["problems"] {
  const own = found.map((field) => [field, explain(PROBLEM_CODES[field]).sentence] as const);
  const field = fieldOfCode(code);
  const refused = field === null || code === null ? [] : [[field, explain(code).sentence] as const];
  return Object.fromEntries([...own, ...refused]);
}

function ConnectedDock({ saving, enabled }: { readonly saving: Saving; readonly enabled: boolean }) {
  const { servers, serverCommands } = useServices();
  const navigate = useNavigate();
  const { items } = useValue(servers.store);
  const times = useValue(serverCommands.times);
  const id = saving.saved?.id ?? "";
  const view = saving.hasSaved ? (items.find((one) => one.config.id === id) ?? null) : null;
  const isSettled = view !== null && !saving.isChanged && isDone(view);
  const since = times[id];
  const now = useNow(view?.status === "connecting");
  useEffect(() => {
    if (isSettled) navigate(PATHS.servers);
  }, [isSettled, navigate]);
  return (
    <SaveDock
      isSaving={saving.isSaving}
      code={saving.code}
      saved={view}
      isChanged={saving.isChanged}
      sinceMs={since === undefined ? null : now - since.at}
      limitMs={since?.limitMs ?? null}
      enabled={enabled}
      onRetry={() => void serverCommands.retry(id)} // a refusal shows in the server's own state
      onDisable={() => void serverCommands.setEnabled(id, false)} // as above
    />
  );
}

/** Success, or switched off on purpose: there is nothing to wait for. */
function isDone({ status }: McpServerView): boolean {
  return status === "ready" || status === "disabled";
}
