import type { SignInView } from "@loop/contract";
import { type FormEvent, useState } from "react";
import type { ApiClient } from "../api/client.js";
import { newPasswordProblems } from "../panels/entry-fields.js";
import { SignInList } from "../panels/sign-in-list.js";
import { HangSection } from "../parts/hang-section.js";
import { TextField } from "../parts/text-field.js";
import { Trouble } from "../parts/trouble.js";
import type { Me } from "../state/stores.js";
import { useServices, useValue } from "../state/use-services.js";
import { ACCOUNT } from "../words/account-words.js";
import { ENTRY } from "../words/entry-words.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { Known } from "./known.js";
import { SettingsFrame } from "./settings-frame.js";
import { useCommand } from "./use-command.js";
import { useReading } from "./use-reading.js";

/** Settings → Account: password, devices, and the way out. */
export function AccountScreen() {
  const { me } = useServices();
  const { value, code } = useValue(me.store);
  return (
    <SettingsFrame page="account" narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page">
          <h1>{ACCOUNT.title}</h1>
          <Known value={value} code={code} word={ACCOUNT.title} onRetry={() => void me.load()}>
            {(known) => <Sections {...known} />}
          </Known>
        </div>
      </div>
    </SettingsFrame>
  );
}

function Sections({ account }: Me) {
  const isAdministrator = account.role === "administrator";
  return (
    <>
      <p className="lede above-form">{ACCOUNT.lede(account.name, isAdministrator)}</p>
      <HangSection title={ACCOUNT.password} aside={ACCOUNT.passwordAside}>
        <PasswordForm name={account.name} />
      </HangSection>
      <HangSection title={ACCOUNT.devices} aside={ACCOUNT.devicesAside}>
        <Devices />
      </HangSection>
      <HangSection title={ACCOUNT.remove} aside={ACCOUNT.removeAside}>
        <p>{ACCOUNT.removeSays}</p>
        {isAdministrator && <p className="dim">{ACCOUNT.removeLast}</p>}
        <DeleteForm name={account.name} />
      </HangSection>
    </>
  );
}

/** Tells a password manager which account the password is of. */
function UserName({ name }: { readonly name: string }) {
  return <input hidden type="text" name="username" autoComplete="username" value={name} readOnly />;
}

const EMPTY = { present: "", password: "", again: "" };

function PasswordForm({ name }: { readonly name: string }) {
  const [values, setValues] = useState(EMPTY);
  const [wasTried, setTried] = useState(false);
  const [isDone, setDone] = useState(false);
  const { isBusy, refusal, run } = useCommand();
  const { api } = useServices();
  const found = {
    ...(values.present === "" ? { present: ENTRY.missing } : {}),
    ...newPasswordProblems(values),
  };
  const problems: Readonly<Partial<Record<"present" | "password" | "again", string>>> = wasTried ? found : {};
  const set = (part: Partial<typeof EMPTY>) => {
    setDone(false);
    setValues({ ...values, ...part });
  };
  const send = async () => {
    setTried(true);
    if (Object.keys(found).length > 0) return;
    const body = { password: values.present, newPassword: values.password };
    if (!(await run(() => api.call("changePassword", { body })))) return;
    setValues(EMPTY);
    setTried(false);
    setDone(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(); // never rejects: a refusal is a code
  };
  return (
    <form className="stack narrow-form" noValidate onSubmit={submit}>
      <UserName name={name} />
      <TextField
        label={ACCOUNT.present}
        type="password"
        name="password"
        autoComplete="current-password"
        value={values.present}
        problem={problems.present}
        onChange={(present) => set({ present })}
      />
      <TextField
        label={ACCOUNT.next}
        type="password"
        name="new-password"
        autoComplete="new-password"
        value={values.password}
        hint={ENTRY.newPasswordHint}
        problem={problems.password}
        onChange={(password) => set({ password })}
      />
      <TextField
        label={ACCOUNT.again}
        type="password"
        name="new-password-again"
        autoComplete="new-password"
        value={values.again}
        problem={problems.again}
        onChange={(again) => set({ again })}
      />
      {refusal !== null && <Trouble {...explain(refusal)} />}
      <div className="row wrap">
        <button type="submit" className="btn ink" aria-disabled={isBusy}>
          {isBusy ? ACCOUNT.changing : ACCOUNT.change}
        </button>
        <span role="status">{isDone && ACCOUNT.changed}</span>
      </div>
    </form>
  );
}

const readSignIns = (api: ApiClient) => api.call("listSignIns");

function Devices() {
  const { api } = useServices();
  const { value, code, read } = useReading<{ readonly signIns: readonly SignInView[] }>(readSignIns);
  const { refusal, run } = useCommand();
  const revoke = async (id: string) => {
    await run(() => api.call("revokeSignIn", { params: { id } }));
    read();
  };
  return (
    <>
      {refusal !== null && <Trouble {...explain(refusal)} />}
      <Known value={value} code={code} word={ACCOUNT.devices} onRetry={read}>
        {({ signIns }) => <SignInList signIns={signIns} onRevoke={(id) => void revoke(id)} />}
      </Known>
    </>
  );
}

/** The password first: an unattended browser deletes nothing. */
function DeleteForm({ name }: { readonly name: string }) {
  const { api, startOver, forgetAccount } = useServices();
  const [password, setPassword] = useState("");
  const [wasTried, setTried] = useState(false);
  const { isBusy, refusal, run } = useCommand();
  const send = async () => {
    setTried(true);
    if (password === "") return;
    if (!(await run(() => api.call("deleteMe", { body: { password } })))) return;
    forgetAccount();
    startOver(PATHS.home);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(); // never rejects: a refusal is a code
  };
  return (
    <form className="stack narrow-form" noValidate onSubmit={submit}>
      <UserName name={name} />
      <TextField
        label={ACCOUNT.removePassword}
        type="password"
        name="password"
        autoComplete="current-password"
        value={password}
        problem={wasTried && password === "" ? ENTRY.missing : undefined}
        onChange={setPassword}
      />
      {refusal !== null && <Trouble {...explain(refusal)} />}
      <p>
        <button type="submit" className="btn danger" aria-disabled={isBusy}>
          {isBusy ? ACCOUNT.removing : ACCOUNT.removeYes}
        </button>
      </p>
    </form>
  );
}
