import type { AccountRole, InstanceSettings, Invite, Registration } from "@loop/contract";
import { useState } from "react";
import type { ApiClient } from "../api/client.js";
import { InviteForm } from "../panels/invite-form.js";
import { InviteList } from "../panels/invite-list.js";
import { RegistrationChoice } from "../panels/registration-choice.js";
import { HangSection } from "../parts/hang-section.js";
import { useTimers } from "../parts/timers-context.js";
import { Trouble } from "../parts/trouble.js";
import { useServices } from "../state/use-services.js";
import { ADMIN_REGISTRATION } from "../words/admin-words.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { AdminFrame } from "./admin-frame.js";
import { Known } from "./known.js";
import { useCommand } from "./use-command.js";
import { useReading } from "./use-reading.js";

/** Settings → Administration → Registration, with the invites. */
export function AdminRegistrationScreen() {
  return (
    <AdminFrame page="admin-registration" title={ADMIN_REGISTRATION.title} lede={ADMIN_REGISTRATION.lede}>
      <WhoMayJoin />
    </AdminFrame>
  );
}

const readSettings = (api: ApiClient) => api.call("instanceSettings");

function WhoMayJoin() {
  const { api } = useServices();
  const { value, code, read, put } = useReading<InstanceSettings>(readSettings);
  const { isBusy, refusal, run } = useCommand();
  const choose = async (registration: Registration) => {
    if (value !== null) put({ ...value, registration });
    await run(() => api.call("changeInstanceSettings", { body: { registration } }));
    read();
  };
  return (
    <div className="sections">
      <HangSection title={ADMIN_REGISTRATION.who}>
        {refusal !== null && <Trouble {...explain(refusal)} />}
        <Known value={value} code={code} word={ADMIN_REGISTRATION.who} onRetry={read}>
          {({ registration }) => (
            <RegistrationChoice
              registration={registration}
              onChoose={(next) => !isBusy && void choose(next)} // never rejects: a refusal is shown above
            />
          )}
        </Known>
      </HangSection>
      <HangSection title={ADMIN_REGISTRATION.invites} aside={ADMIN_REGISTRATION.invitesAside}>
        {value?.registration === "closed" && <p className="dim">{ADMIN_REGISTRATION.invitesClosed}</p>}
        <Invites />
      </HangSection>
    </div>
  );
}

const readInvites = (api: ApiClient) => api.call("listInvites");

function Invites() {
  const { api } = useServices();
  const { now } = useTimers();
  const { value, code, read } = useReading<{ readonly invites: readonly Invite[] }>(readInvites);
  const { isBusy, refusal, run } = useCommand();
  const [link, setLink] = useState<string | null>(null);
  const create = async (role: AccountRole, days: number) => {
    await run(async () => {
      const result = await api.call("createInvite", { body: { role, days } });
      if (result.ok) setLink(linkOf(result.value.code));
      return result;
    });
    read();
  };
  const revoke = async (id: string) => {
    await run(() => api.call("revokeInvite", { params: { id } }));
    read();
  };
  return (
    <>
      {refusal !== null && <Trouble {...explain(refusal)} />}
      <InviteForm
        isBusy={isBusy}
        link={link}
        onCreate={(role, days) => void create(role, days)} // neither rejects: a refusal is shown above
        onDone={() => setLink(null)}
      />
      <Known value={value} code={code} word={ADMIN_REGISTRATION.invites} onRetry={read}>
        {({ invites }) => <InviteList invites={invites} now={now()} onRevoke={(id) => void revoke(id)} />}
      </Known>
    </>
  );
}

function linkOf(code: string): string {
  return `${location.origin}${PATHS.register}?${new URLSearchParams({ invite: code }).toString()}`;
}
