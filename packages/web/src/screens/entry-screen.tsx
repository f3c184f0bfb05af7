import type { SignInOptions } from "@loop/contract";
import { useCallback, useEffect, useState } from "react";
import { newAccountProblems, signInProblems } from "../panels/entry-fields.js";
import { EntryForm } from "../panels/entry-form.js";
import { Brand } from "../parts/brand.js";
import { Link } from "../parts/navigation.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { useServices } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { ENTRY } from "../words/entry-words.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { SignedOutScreen } from "./signed-out-screen.js";

/** What the address asks for before anybody is signed in. */
export type Door =
  | { readonly kind: "sign-in"; readonly isInside: boolean }
  | { readonly kind: "set-up"; readonly code: string | null }
  | { readonly kind: "register"; readonly invite: string | null };

/** Where there are no accounts, the question for the ways to sign in is refused itself. */
const WITHOUT_ACCOUNTS: readonly string[] = ["unauthorized", "route-unknown"];

/** Nobody is signed in: where there are accounts the way in, else how this browser is let in. */
export function EntryScreen({ door }: { readonly door: Door }) {
  const { options, code, ask } = useSignInOptions();
  if (code !== null && WITHOUT_ACCOUNTS.includes(code)) return <SignedOutScreen />;
  return (
    <div className="alone door">
      <main id="content">
        <Brand name={APP.name} href={PATHS.home} />
        {options === null && code === null && <Skeleton label={ENTRY.signInTitle} />}
        {code !== null && (
          <Trouble {...explain(code)}>
            <button type="button" className="btn small" onClick={ask}>
              {APP.tryAgain}
            </button>
          </Trouble>
        )}
        {options !== null && <OpenDoor door={door} options={options} />}
      </main>
    </div>
  );
}

function useSignInOptions() {
  const { api } = useServices();
  const [options, setOptions] = useState<SignInOptions | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const ask = useCallback(() => {
    void api.call("signInOptions").then((result) => {
      if (result.ok) setOptions(result.value);
      setCode(result.ok ? null : result.code);
    }); // never rejects: a refusal is a code
  }, [api]);
  useEffect(ask, [ask]);
  return { options, code, ask };
}

interface OpenDoorProps {
  readonly door: Door;
  readonly options: SignInOptions;
}

function OpenDoor({ door, options }: OpenDoorProps) {
  if (options.setupNeeded) return <SetUp code={door.kind === "set-up" ? (door.code ?? "") : ""} />;
  if (door.kind === "register") return <Register invite={door.invite ?? ""} options={options} />;
  return <SignIn door={door} options={options} />;
}

/** The page is loaded anew, so that a password manager sees the end and no tab keeps what was another's. */
function useEntered() {
  const { wake, startOver } = useServices();
  return (path: string | null) => {
    wake();
    startOver(path);
  };
}

function SetUp({ code }: { readonly code: string }) {
  const { api } = useServices();
  const entered = useEntered();
  return (
    <EntryForm
      title={ENTRY.setUpTitle}
      lede={ENTRY.setUpLede}
      submitWord={ENTRY.setUp}
      busyWord={ENTRY.settingUp}
      isNewAccount
      code={{ label: ENTRY.code, hint: ENTRY.codeHint, prefilledHint: ENTRY.codePrefilled, prefilled: code }}
      check={(values) => newAccountProblems(values, true)}
      onSubmit={async ({ name, password, code: sent }) => {
        const result = await api.call("setUp", { body: { name, password, code: sent.trim() } });
        if (result.ok) entered(PATHS.home);
        return result.ok ? null : result.code;
      }}
    />
  );
}

function SignIn({ door, options }: OpenDoorProps) {
  const { api } = useServices();
  const entered = useEntered();
  const isInside = door.kind === "sign-in" && door.isInside;
  return (
    <EntryForm
      title={ENTRY.signInTitle}
      lede={door.kind === "set-up" ? ENTRY.setUpDone : ENTRY.signInLede}
      submitWord={ENTRY.signIn}
      busyWord={ENTRY.signingIn}
      isNewAccount={false}
      code={null}
      check={signInProblems}
      onSubmit={async ({ name, password }) => {
        const result = await api.call("signIn", { body: { name, password } });
        if (result.ok) entered(door.kind === "sign-in" ? null : PATHS.home);
        return result.ok ? null : result.code;
      }}
    >
      <p className="note alone-hint">
        {isInside && `${ENTRY.endedHint} `}
        {ENTRY.forgotten}
      </p>
      {options.registration !== "closed" && (
        <p className="alone-hint">
          {ENTRY.noAccount}{" "}
          <Link href={PATHS.register}>{options.registration === "open" ? ENTRY.makeOne : ENTRY.makeOneWithInvite}</Link>
        </p>
      )}
    </EntryForm>
  );
}

function Register({ invite, options }: { readonly invite: string; readonly options: SignInOptions }) {
  const { api } = useServices();
  const entered = useEntered();
  if (options.registration === "closed") return <Closed />;
  const wantsInvite = options.registration === "invite" || invite !== "";
  return (
    <EntryForm
      title={ENTRY.registerTitle}
      lede={ENTRY.registerLede}
      submitWord={ENTRY.register}
      busyWord={ENTRY.registering}
      isNewAccount
      code={
        wantsInvite
          ? { label: ENTRY.invite, hint: ENTRY.inviteHint, prefilledHint: ENTRY.invitePrefilled, prefilled: invite }
          : null
      }
      check={(values) => newAccountProblems(values, options.registration === "invite")}
      onSubmit={async ({ name, password, code }) => {
        const sent = code.trim() === "" ? {} : { invite: code.trim() };
        const result = await api.call("register", { body: { name, password, ...sent } });
        if (result.ok) entered(PATHS.home);
        return result.ok ? null : result.code;
      }}
    >
      <ToSignIn />
    </EntryForm>
  );
}

function Closed() {
  return (
    <>
      <h1>{ENTRY.closedTitle}</h1>
      <p className="lede">{ENTRY.closedText}</p>
      <ToSignIn />
    </>
  );
}

function ToSignIn() {
  return (
    <p className="alone-hint">
      {ENTRY.hasAccount} <Link href={PATHS.home}>{ENTRY.goSignIn}</Link>
    </p>
  );
}
