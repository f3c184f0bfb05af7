import type { AccountRole } from "@loop/contract";
import { type FormEvent, useState } from "react";
import { CopyButton } from "../parts/copy-button.js";
import { Segments } from "../parts/segments.js";
import { TextField } from "../parts/text-field.js";
import { ADMIN_REGISTRATION } from "../words/admin-words.js";
import { ROLE_OPTIONS } from "./new-account-form.js";

interface InviteFormProps {
  readonly isBusy: boolean;
  /** Told once; null before one was made. */
  readonly link: string | null;
  readonly onCreate: (role: AccountRole, days: number) => void;
  readonly onDone: () => void;
}

export function InviteForm({ isBusy, link, onCreate, onDone }: InviteFormProps) {
  const [role, setRole] = useState<AccountRole>("member");
  const [text, setText] = useState("7");
  const days = Number(text);
  const isRight = Number.isInteger(days) && days >= 1 && days <= 30;
  if (link !== null) return <InviteLink link={link} onDone={onDone} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy && isRight) onCreate(role, days);
  };
  return (
    <form className="row wrap invite-form" noValidate onSubmit={submit}>
      <div className="field">
        <span className="label" aria-hidden="true">
          {ADMIN_REGISTRATION.role}
        </span>
        <Segments label={ADMIN_REGISTRATION.role} value={role} options={ROLE_OPTIONS} onChange={setRole} />
      </div>
      <TextField
        label={ADMIN_REGISTRATION.days}
        value={text}
        problem={isRight ? undefined : ADMIN_REGISTRATION.daysWrong}
        onChange={setText}
      />
      <button type="submit" className="btn" aria-disabled={isBusy}>
        {isBusy ? ADMIN_REGISTRATION.creating : ADMIN_REGISTRATION.create}
      </button>
    </form>
  );
}

function InviteLink({ link, onDone }: { readonly link: string; readonly onDone: () => void }) {
  return (
    <div className="panel pad stack tight">
      <p role="status">{ADMIN_REGISTRATION.made}</p>
      <code className="breaks" aria-label={ADMIN_REGISTRATION.link} role="group">
        {link}
      </code>
      <div className="row">
        <CopyButton text={() => link} word={ADMIN_REGISTRATION.copy} doneWord={ADMIN_REGISTRATION.copied} />
        <button type="button" className="btn small" onClick={onDone}>
          {ADMIN_REGISTRATION.done}
        </button>
      </div>
    </div>
  );
}
