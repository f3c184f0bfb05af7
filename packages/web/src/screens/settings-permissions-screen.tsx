import type { PermissionPreset, RouteReply } from "@loop/contract";
import { useEffect, useState } from "react";
import { type HeldGrant, HeldGrants } from "../panels/held-grants.js";
import { Link } from "../parts/navigation.js";
import { Section } from "../parts/section.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { useServices, useValue } from "../state/use-services.js";
import { createValueStore } from "../state/value-store.js";
import { PRESETS } from "../words/chat-words.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { LEVELS, PERMISSIONS } from "../words/permission-words.js";
import { SERVERS } from "../words/server-words.js";
import { SettingsFrame } from "./settings-frame.js";

type Held = RouteReply<"listAllGrants">;

/** Settings → Permissions: what runs without asking, and what each level means (PER-11, GRT-04). */
export function SettingsPermissionsScreen() {
  return (
    <SettingsFrame page="permissions" narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page">
          <h1>{PERMISSIONS.title}</h1>
          <p className="lede above-form">{PERMISSIONS.lede}</p>
          <Section title={PERMISSIONS.allowedNow} aside={PERMISSIONS.allowedNowAside}>
            <AllowedNow />
          </Section>
          <Section title={PERMISSIONS.full} aside={PERMISSIONS.fullAside}>
            <FullAccess />
          </Section>
          <Section title={PERMISSIONS.levels} aside={PERMISSIONS.levelsAside}>
            <Levels />
          </Section>
          <Section title={PERMISSIONS.never}>
            <ul className="plain-list">
              {PERMISSIONS.neverTexts.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Section>
        </div>
      </div>
    </SettingsFrame>
  );
}

function AllowedNow() {
  const { servers } = useServices();
  const { items } = useValue(servers.store);
  const { grants, code, said, revoke } = useHeldGrants();
  const serverName = (id: string) => items.find((view) => view.config.id === id)?.config.name ?? id;
  return (
    <>
      {code !== null && <Trouble {...explain(code)} />}
      {grants === null && code === null && <Skeleton label={PERMISSIONS.allowedNow} />}
      {grants !== null && <HeldGrants grants={grants} serverName={serverName} onRevoke={revoke} />}
      <p role="status" className="dim">
        {said}
      </p>
      <p className="note">{PERMISSIONS.ends}</p>
    </>
  );
}

/** Read anew whenever a question is put or answered, or a server changes: then grants begin and end. */
function useHeldGrants() {
  const { api, approvals, servers } = useServices();
  const questions = useValue(approvals.store).items;
  const known = useValue(servers.store).items;
  const [store] = useState(() => createValueStore<Held>(() => api.call("listAllGrants")));
  const { value, code: readCode } = useValue(store.store);
  const [code, setCode] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => void store.load(), [store, questions, known]); // never rejects: a failure is a code
  const revoke = async ({ conversationId, grant }: HeldGrant) => {
    const result = await api.call("revokeGrant", { params: { id: conversationId, grantId: grant.id } });
    // One that is gone already is what was wanted.
    const isGone = result.ok || result.code === "grant-unknown";
    setSaid(isGone ? PERMISSIONS.revoked(grant.toolName) : "");
    setCode(isGone ? null : result.code);
    await store.load();
  };
  return {
    grants: value?.grants ?? null,
    code: readCode ?? code,
    said,
    revoke: (held: HeldGrant) => void revoke(held), // never rejects: a refusal is a code
  };
}

function FullAccess() {
  const { conversations } = useServices();
  const full = useValue(conversations.store).items.filter(({ permission }) => permission === "full-access");
  if (full.length === 0) return <p className="dim">{PERMISSIONS.fullNone}</p>;
  return (
    <ul className="plain-list">
      {full.map(({ id, title }) => (
        <li key={id}>
          <Link href={PATHS.conversation(id)}>{title === "" ? PERMISSIONS.untitled : title}</Link>
        </li>
      ))}
    </ul>
  );
}

const ORDER: readonly PermissionPreset[] = ["read-only", "workspace-write", "full-access"];

function Levels() {
  return (
    <dl className="levels">
      {ORDER.map((preset) => (
        <div key={preset}>
          <dt>{PRESETS[preset].name}</dt>
          <dd>
            <p>
              <span className="note">{PERMISSIONS.calls}</span>
              <br />
              {LEVELS[preset].calls}
            </p>
            <p>
              <span className="note">{PERMISSIONS.own}</span>
              <br />
              {LEVELS[preset].own}
            </p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
