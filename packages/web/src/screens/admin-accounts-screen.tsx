import type { Account, AccountRole, RouteBody } from "@loop/contract";
import { useState } from "react";
import type { ApiClient } from "../api/client.js";
import { AccountRow } from "../panels/account-row.js";
import { lastAdministrator } from "../panels/last-administrator.js";
import { NewAccountForm } from "../panels/new-account-form.js";
import { HangSection } from "../parts/hang-section.js";
import { Trouble } from "../parts/trouble.js";
import { useServices, useValue } from "../state/use-services.js";
import { ADMIN_ACCOUNTS } from "../words/admin-words.js";
import { explain } from "../words/errors.js";
import { AdminFrame } from "./admin-frame.js";
import { Known } from "./known.js";
import { useCommand } from "./use-command.js";
import { useReading } from "./use-reading.js";

/** Settings → Administration → Accounts. */
export function AdminAccountsScreen() {
  return (
    <AdminFrame page="admin-accounts" title={ADMIN_ACCOUNTS.title} lede={ADMIN_ACCOUNTS.lede}>
      <Accounts />
    </AdminFrame>
  );
}

const readAccounts = (api: ApiClient) => api.call("listAccounts");

function Accounts() {
  const { value, code, read } = useReading<{ readonly accounts: readonly Account[] }>(readAccounts);
  return (
    <>
      <Known value={value} code={code} word={ADMIN_ACCOUNTS.title} onRetry={read}>
        {({ accounts }) => <AccountList accounts={accounts} onChanged={read} />}
      </Known>
      <HangSection title={ADMIN_ACCOUNTS.create} aside={ADMIN_ACCOUNTS.createAside}>
        <Create onCreated={read} />
      </HangSection>
    </>
  );
}

interface AccountListProps {
  readonly accounts: readonly Account[];
  readonly onChanged: () => void;
}

function AccountList({ accounts, onChanged }: AccountListProps) {
  const { api, me } = useServices();
  const myId = useValue(me.store).value?.account.id ?? null;
  const { isBusy, refusal, run } = useCommand();
  const lastId = lastAdministrator(accounts);
  const change = async (id: string, body: RouteBody<"updateAccount">) => {
    const isDone = await run(() => api.call("updateAccount", { params: { id }, body }));
    onChanged();
    // An administrator may take the own role away, and then sees less.
    if (id === myId) void me.load(); // a failure is a code in the store
    return isDone;
  };
  const remove = async (id: string) => {
    await run(() => api.call("deleteAccount", { params: { id } }));
    onChanged();
  };
  return (
    <>
      <p className="note num count-line">
        {ADMIN_ACCOUNTS.counts(accounts.length, accounts.filter((one) => one.role === "administrator").length)}
      </p>
      {refusal !== null && <Trouble {...explain(refusal)} />}
      <ul className="list admin-rows">
        {accounts.map((one) => (
          <AccountRow
            key={one.id}
            account={one}
            isYou={one.id === myId}
            isLast={one.id === lastId}
            isBusy={isBusy}
            onChange={(body) => change(one.id, body)}
            onRemove={() => void remove(one.id)} // never rejects: a refusal is shown above
          />
        ))}
      </ul>
    </>
  );
}

function Create({ onCreated }: { readonly onCreated: () => void }) {
  const { api } = useServices();
  const { isBusy, refusal, run } = useCommand();
  const [made, setMade] = useState<string | null>(null);
  const create = async (body: { readonly name: string; readonly password: string; readonly role: AccountRole }) => {
    const isDone = await run(() => api.call("createAccount", { body }));
    setMade(isDone ? body.name.trim() : null);
    if (isDone) onCreated();
    return isDone;
  };
  return (
    <>
      {refusal !== null && <Trouble {...explain(refusal)} />}
      <NewAccountForm isBusy={isBusy} onCreate={create} />
      <p role="status">{made !== null && ADMIN_ACCOUNTS.created(made)}</p>
    </>
  );
}
