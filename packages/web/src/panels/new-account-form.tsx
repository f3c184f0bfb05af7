import type { AccountRole } from "@loop/contract";
import { type FormEvent, useState } from "react";
import { Segments } from "../parts/segments.js";
import { TextField } from "../parts/text-field.js";
import { ADMIN_ACCOUNTS } from "../words/admin-words.js";
import { ENTRY } from "../words/entry-words.js";
import { emptyEntry, newAccountProblems } from "./entry-fields.js";

interface NewAccountFormProps {
  readonly isBusy: boolean;
  /** Resolves to whether the account was made. */
  readonly onCreate: (account: NewAccount) => Promise<boolean>;
}

interface NewAccount {
  readonly name: string;
  readonly password: string;
  readonly role: AccountRole;
}

export const ROLE_OPTIONS: readonly { readonly value: AccountRole; readonly label: string }[] = [
  { value: "member", label: ADMIN_ACCOUNTS.roles.member },
  { value: "administrator", label: ADMIN_ACCOUNTS.roles.administrator },
];

const EMPTY: NewAccount = { name: "", password: "", role: "member" };

/** The password is read out to somebody, so it is typed once and in view. */
export function NewAccountForm({ isBusy, onCreate }: NewAccountFormProps) {
  const [account, setAccount] = useState(EMPTY);
  const [wasTried, setTried] = useState(false);
  const found = newAccountProblems({ ...emptyEntry, ...account, again: account.password }, false);
  const problems = wasTried ? found : {};
  const send = async () => {
    setTried(true);
    if (isBusy || Object.keys(found).length > 0) return;
    if (!(await onCreate(account))) return;
    setAccount(EMPTY);
    setTried(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(); // never rejects: a refusal is shown beside it
  };
  return (
    <form className="stack narrow-form" noValidate onSubmit={submit}>
      <TextField
        label={ADMIN_ACCOUNTS.name}
        value={account.name}
        problem={problems.name}
        onChange={(name) => setAccount({ ...account, name })}
      />
      <TextField
        label={ADMIN_ACCOUNTS.firstPassword}
        isMono
        autoComplete="off"
        value={account.password}
        hint={ENTRY.newPasswordHint}
        problem={problems.password}
        onChange={(password) => setAccount({ ...account, password })}
      />
      <div className="field">
        <span className="label" aria-hidden="true">
          {ADMIN_ACCOUNTS.role}
        </span>
        <Segments
          label={ADMIN_ACCOUNTS.role}
          value={account.role}
          options={ROLE_OPTIONS}
          onChange={(role) => setAccount({ ...account, role })}
        />
      </div>
      <p>
        <button type="submit" className="btn ink" aria-disabled={isBusy}>
          {isBusy ? ADMIN_ACCOUNTS.creating : ADMIN_ACCOUNTS.createYes}
        </button>
      </p>
    </form>
  );
}
