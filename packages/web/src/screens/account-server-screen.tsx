import type { AccountServerView } from "@loop/contract";
import { type FormEvent, type ReactNode, useState } from "react";
import { AccountServerForm } from "../panels/account-server-form.js";
import {
  type AccountServerProblems,
  accountServerForm,
  accountServerProblems,
  addBody,
  type AccountServerForm as Form,
  fieldOfRefusal,
  updateBody,
} from "../panels/account-server-form-state.js";
import { Crumbs } from "../panels/crumbs.js";
import { FoundTools } from "../panels/found-tools.js";
import { Link, useNavigate } from "../parts/navigation.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { useServices, useValue } from "../state/use-services.js";
import { explainAccountServer } from "../words/account-server-words.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { ADD, TOOLS } from "../words/tools-words.js";
import { SettingsFrame } from "./settings-frame.js";
import { SERVER_ANSWERS_WITHIN_MS, useStoredServers } from "./use-account-servers.js";

interface FrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Frame({ title, children }: FrameProps) {
  return (
    <SettingsFrame page="tools" narrowBack={{ href: PATHS.accountTools, word: ADD.backToList }}>
      <div className="scroll">
        <div className="page">
          <Crumbs crumbs={[{ word: TOOLS.title, href: PATHS.accountTools }, { word: title }]} />
          <h1 className="above-form">{title}</h1>
          {children}
        </div>
      </div>
    </SettingsFrame>
  );
}

/** Settings → Tools → Add: tested first, stored only where the test went well (SRV-03). */
export function AddAccountServerScreen() {
  const { value, code } = useValue(useServices().accountServers.store);
  useStoredServers();
  return (
    <Frame title={ADD.title}>
      {value === null && code === null && <Skeleton label={ADD.title} />}
      {value === null && code !== null && <Trouble {...explain(code)} />}
      {value !== null && !value.mayAdd && <Trouble {...explain("servers-not-allowed")} />}
      {value?.mayAdd === true && <AddForm />}
    </Frame>
  );
}

type Busy = "testing" | "adding" | null;

function AddForm() {
  const [form, setForm] = useState<Form>(() => accountServerForm(null));
  const { busy, refusal, found, added, problems, run, again } = useAdding(form);
  if (added !== null) return <Added label={added} names={found ?? []} onAgain={again} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    run("adding");
  };
  return (
    <form noValidate onSubmit={submit} className="account-form">
      <AccountServerForm form={form} onChange={setForm} original={null} problems={problems} mayChangeAddress />
      {refusal !== null && <NothingStored code={refusal} />}
      {found !== null && <FoundTools names={found} />}
      <div className="row wrap form-acts">
        <button type="button" className="btn" aria-disabled={busy !== null} onClick={() => run("testing")}>
          {busy === "testing" ? ADD.testing : ADD.test}
        </button>
        <button type="submit" className="btn ink" aria-disabled={busy !== null}>
          {busy === "adding" ? ADD.adding : ADD.add}
        </button>
        <Link className="btn quiet" href={PATHS.accountTools}>
          {ADD.cancel}
        </Link>
        <span className="note">{ADD.testFirst}</span>
      </div>
    </form>
  );
}

/** What was typed stays whatever comes of it. */
function useAdding(form: Form) {
  const { api, accountServers } = useServices();
  const [busy, setBusy] = useState<Busy>(null);
  const [wasTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [found, setFound] = useState<readonly string[] | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  const own = accountServerProblems(form, null);
  const send = async (what: "testing" | "adding") => {
    const name = what === "testing" ? "testAccountServer" : "addAccountServer";
    const result = await api.call(name, { body: addBody(form), answerWithinMs: SERVER_ANSWERS_WITHIN_MS });
    setRefusal(result.ok ? null : result.code);
    setFound(result.ok ? result.value.tools : null);
    if (!result.ok || what === "testing") return;
    setAdded(form.label.trim());
    void accountServers.load(); // a failure is a code in the store
  };
  const run = (what: "testing" | "adding") => {
    setTried(true);
    if (busy !== null || Object.keys(own).length > 0) return;
    setBusy(what);
    setFound(null);
    setRefusal(null);
    void send(what).then(() => setBusy(null)); // never rejects: a refusal is a code
  };
  const again = () => setAdded(null);
  return { busy, refusal, found, added, problems: shownProblems(wasTried ? own : {}, refusal), run, again };
}

function shownProblems(own: AccountServerProblems, refusal: string | null): AccountServerProblems {
  const field = fieldOfRefusal(refusal);
  return field === null || refusal === null ? own : { ...own, [field]: explainAccountServer(refusal).sentence };
}

function NothingStored({ code }: { readonly code: string }) {
  const { sentence, nextStep } = explainAccountServer(code);
  return <Trouble sentence={`${ADD.failed} ${sentence}`} nextStep={nextStep} code={code} />;
}

interface AddedProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly onAgain: () => void;
}

function Added({ label, names, onAgain }: AddedProps) {
  return (
    <div className="stack">
      <p role="status">
        <strong>{ADD.added(label)}</strong> {ADD.addedNext}
      </p>
      <FoundTools names={names} />
      <p className="row wrap">
        <Link className="btn ink" href={PATHS.accountTools}>
          {ADD.backToList}
        </Link>
        <button type="button" className="btn quiet" onClick={onAgain}>
          {ADD.addAnother}
        </button>
      </p>
    </div>
  );
}

export function EditAccountServerScreen({ id }: { readonly id: string }) {
  const { value, code } = useValue(useServices().accountServers.store);
  useStoredServers();
  const original = value?.servers.find((view) => view.id === id) ?? null;
  return (
    <Frame title={original?.label ?? TOOLS.servers}>
      {value === null && code === null && <Skeleton label={TOOLS.servers} />}
      {value === null && code !== null && <Trouble {...explain(code)} />}
      {value !== null && original === null && <Trouble {...explain("server-unknown")} />}
      {value !== null && original !== null && <EditForm original={original} mayChangeAddress={value.mayAdd} />}
    </Frame>
  );
}

interface EditFormProps {
  readonly original: AccountServerView;
  readonly mayChangeAddress: boolean;
}

function EditForm({ original, mayChangeAddress }: EditFormProps) {
  const { form, setForm, problems, refusal, isBusy, save } = useEditing(original);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form noValidate onSubmit={submit} className="account-form">
      <AccountServerForm
        form={form}
        onChange={setForm}
        original={original}
        problems={problems}
        mayChangeAddress={mayChangeAddress}
      />
      {refusal !== null && <NothingStored code={refusal} />}
      <div className="row wrap form-acts">
        <button type="submit" className="btn ink" aria-disabled={isBusy}>
          {isBusy ? ADD.saving : ADD.save}
        </button>
        <Link className="btn quiet" href={PATHS.accountTools}>
          {ADD.cancel}
        </Link>
        <span className="note">{ADD.saveTests}</span>
      </div>
    </form>
  );
}

/** `original` is what stood there first: what another tab changes meanwhile does not change the form. */
function useEditing(present: AccountServerView) {
  const { api, accountServers } = useServices();
  const navigate = useNavigate();
  const [original] = useState(present);
  const [form, setForm] = useState<Form>(() => accountServerForm(original));
  const [wasTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const own = accountServerProblems(form, original);
  // The reason to type a token again is said as soon as the address changes.
  const early = own.token === undefined ? {} : { token: own.token };
  const send = async () => {
    const body = updateBody(form, original);
    const params = { id: original.id };
    const result = await api.call("updateAccountServer", { params, body, answerWithinMs: SERVER_ANSWERS_WITHIN_MS });
    setRefusal(result.ok ? null : result.code);
    setBusy(false);
    if (!result.ok) return;
    void accountServers.load(); // a failure is a code in the store
    navigate(PATHS.accountTools);
  };
  const save = () => {
    setTried(true);
    if (isBusy || Object.keys(own).length > 0) return;
    setBusy(true);
    setRefusal(null);
    void send(); // never rejects: a refusal is a code
  };
  return { form, setForm, problems: shownProblems(wasTried ? own : early, refusal), refusal, isBusy, save };
}
