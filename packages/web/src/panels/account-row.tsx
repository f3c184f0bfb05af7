import type { Account, RouteBody } from "@loop/contract";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { type FormEvent, useState } from "react";
import { Confirm } from "../parts/confirm.js";
import { Segments } from "../parts/segments.js";
import { TextField } from "../parts/text-field.js";
import { momentText } from "../words/account-words.js";
import { ADMIN, ADMIN_ACCOUNTS } from "../words/admin-words.js";
import { ENTRY } from "../words/entry-words.js";
import { newPasswordProblems } from "./entry-fields.js";
import { ROLE_OPTIONS } from "./new-account-form.js";

type Change = RouteBody<"updateAccount">;

interface AccountRowProps {
  readonly account: Account;
  readonly isYou: boolean;
  /** The only administrator who can sign in: said before anything is tried. */
  readonly isLast: boolean;
  readonly isBusy: boolean;
  /** Resolves to whether it was done. */
  readonly onChange: (change: Change) => Promise<boolean>;
  readonly onRemove: () => void;
}

type Open = "password" | "remove" | null;

export function AccountRow(props: AccountRowProps) {
  const { account, isYou, isLast, onChange, onRemove } = props;
  const [open, setOpen] = useState<Open>(null);
  const [isSet, setSet] = useState(false);
  const close = () => setOpen(null);
  const setPassword = async (password: string) => {
    const isDone = await onChange({ password });
    if (isDone) close();
    setSet(isDone);
  };
  return (
    <li className={account.status === "suspended" ? "hatch" : ""} data-account={account.name}>
      <RowHead {...props} onOpen={setOpen} />
      {isLast && <p className="note row-note">{ADMIN_ACCOUNTS.last}</p>}
      {isYou && !isLast && <p className="note row-note">{ADMIN_ACCOUNTS.yourself}</p>}
      <p role="status" className="row-note">
        {isSet && ADMIN_ACCOUNTS.passwordSet(account.name)}
      </p>
      {open === "password" && (
        <PasswordForm
          name={account.name}
          isBusy={props.isBusy}
          onSet={(password) => void setPassword(password)} // never rejects: a refusal is shown above the list
          onCancel={close}
        />
      )}
      {open === "remove" && (
        <Confirm
          question={ADMIN_ACCOUNTS.removeQuestion(account.name)}
          says={ADMIN_ACCOUNTS.removeSays}
          yes={ADMIN_ACCOUNTS.removeYes}
          no={ADMIN_ACCOUNTS.keep}
          onYes={onRemove}
          onNo={close}
        />
      )}
    </li>
  );
}

interface RowHeadProps extends AccountRowProps {
  readonly onOpen: (open: Open) => void;
}

function RowHead({ account, isYou, isLast, isBusy, onChange, onOpen }: RowHeadProps) {
  const { name, role, status, createdAt } = account;
  const isSuspended = status === "suspended";
  const change = (part: Change) => {
    if (!isBusy && !isLast) void onChange(part); // never rejects: a refusal is shown above the list
  };
  return (
    <div className="admin-row accounts">
      <div>
        <strong className="name">{name}</strong> {isYou && <span className="tag">{ADMIN.you}</span>}
        <p className="note">
          {isSuspended ? ADMIN_ACCOUNTS.suspended : ADMIN_ACCOUNTS.active},{" "}
          {ADMIN_ACCOUNTS.since(momentText(createdAt))}
        </p>
      </div>
      {isLast ? (
        <span>{ADMIN_ACCOUNTS.roles[role]}</span>
      ) : (
        <Segments
          label={ADMIN_ACCOUNTS.roleOf(name)}
          isSmall
          value={role}
          options={ROLE_OPTIONS}
          onChange={(next) => next !== role && change({ role: next })}
        />
      )}
      <div className="acts">
        {!isLast && (
          <button
            type="button"
            className="btn small"
            aria-label={isSuspended ? ADMIN_ACCOUNTS.liftLabel(name) : ADMIN_ACCOUNTS.suspendLabel(name)}
            onClick={() => change({ status: isSuspended ? "active" : "suspended" })}
          >
            {isSuspended ? ADMIN_ACCOUNTS.lift : ADMIN_ACCOUNTS.suspend}
          </button>
        )}
        {!isYou && (
          <button
            type="button"
            className="btn small"
            aria-label={ADMIN_ACCOUNTS.newPasswordLabel(name)}
            onClick={() => onOpen("password")}
          >
            {ADMIN_ACCOUNTS.newPassword}
          </button>
        )}
        {!isLast && !isYou && (
          <button
            type="button"
            className="btn quiet icon small"
            aria-label={ADMIN_ACCOUNTS.remove(name)}
            title={ADMIN_ACCOUNTS.remove(name)}
            onClick={() => onOpen("remove")}
          >
            <TrashIcon className="i" aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
}

interface PasswordFormProps {
  readonly name: string;
  readonly isBusy: boolean;
  readonly onSet: (password: string) => void;
  readonly onCancel: () => void;
}

/** It is read out to somebody, so it is typed once and in view. */
function PasswordForm({ name, isBusy, onSet, onCancel }: PasswordFormProps) {
  const [password, setPassword] = useState("");
  const [wasTried, setTried] = useState(false);
  const found = newPasswordProblems({ password, again: password });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isBusy && Object.keys(found).length === 0) onSet(password);
  };
  return (
    <form className="confirm" noValidate onSubmit={submit}>
      <p>{ADMIN_ACCOUNTS.newPasswordSays(name)}</p>
      <TextField
        label={ADMIN_ACCOUNTS.newPasswordLabel(name)}
        isMono
        takesFocus
        value={password}
        hint={ENTRY.newPasswordHint}
        problem={wasTried ? found.password : undefined}
        onChange={setPassword}
      />
      <div className="row wrap">
        <button type="submit" className="btn small ink" aria-disabled={isBusy}>
          {isBusy ? ADMIN_ACCOUNTS.setting : ADMIN_ACCOUNTS.setPassword}
        </button>
        <button type="button" className="btn small quiet" onClick={onCancel}>
          {ADMIN_ACCOUNTS.cancel}
        </button>
      </div>
    </form>
  );
}
