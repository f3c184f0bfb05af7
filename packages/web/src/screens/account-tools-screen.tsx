import type { RouteBody } from "@loop/contract";
import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useEffect, useState } from "react";
import { AccountServerCard } from "../panels/account-server-card.js";
import { Exposure } from "../panels/exposure.js";
import { ToolCap } from "../panels/tool-cap.js";
import { lastDayOf } from "../panels/usage/last-day.js";
import { HangSection } from "../parts/hang-section.js";
import { Link } from "../parts/navigation.js";
import { Switch } from "../parts/switch.js";
import { Trouble } from "../parts/trouble.js";
import type { AccountServers, AccountToolSettings } from "../state/stores.js";
import { useServices, useValue } from "../state/use-services.js";
import { createValueStore } from "../state/value-store.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { CAP, EVERYWHERE, EXPOSURE, TOOLS } from "../words/tools-words.js";
import { lastDayWords } from "../words/usage-words.js";
import { Known } from "./known.js";
import { SettingsFrame } from "./settings-frame.js";
import { NO_NOTE, useAccountServers, useStoredServers } from "./use-account-servers.js";

/** Settings → Tools: the account's servers, and how their tools reach the model. */
export function AccountToolsScreen() {
  const { accountServers, toolSettings } = useServices();
  const servers = useValue(accountServers.store);
  const settings = useValue(toolSettings.store);
  useStoredServers();
  return (
    <SettingsFrame page="tools" narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page">
          <h1>{TOOLS.title}</h1>
          <p className="lede above-form">{TOOLS.lede}</p>
          <HangSection title={TOOLS.servers} aside={TOOLS.serversAside}>
            <Known
              value={servers.value}
              code={servers.code}
              word={TOOLS.servers}
              onRetry={() => void accountServers.load()}
            >
              {(value) => <ServerCards {...value} />}
            </Known>
          </HangSection>
          <Known value={settings.value} code={settings.code} word={CAP.title} onRetry={() => void toolSettings.load()}>
            {(value) => <ToolChoices settings={value} servers={servers.value?.servers ?? []} />}
          </Known>
        </div>
      </div>
    </SettingsFrame>
  );
}

function ServerCards({ servers, mayAdd }: AccountServers) {
  const { notes, change, update, remove, closeChange } = useAccountServers();
  return (
    <>
      {servers.length === 0 && mayAdd && <p className="dim">{TOOLS.empty}</p>}
      {servers.map((view) => (
        <AccountServerCard
          key={view.id}
          view={view}
          {...(notes[view.id] ?? NO_NOTE)}
          onEnable={(enabled) => void change(view.id, { enabled })} // none of these rejects: a refusal is in the card
          onUpdate={() => void update(view.id)}
          onGroup={(name, enabled) => void change(view.id, { groups: { [name]: enabled } })}
          onRemove={() => void remove(view.id)}
          onCloseChange={() => closeChange(view.id)}
        />
      ))}
      {mayAdd ? (
        <p>
          <Link className="btn" href={PATHS.addAccountServer}>
            <PlusIcon className="i" aria-hidden="true" />
            {TOOLS.add}
          </Link>
        </p>
      ) : (
        <p className="dim">
          {TOOLS.mayNotAdd} {TOOLS.mayNotAddNext}
        </p>
      )}
    </>
  );
}

interface ToolChoicesProps {
  readonly settings: AccountToolSettings;
  readonly servers: AccountServers["servers"];
}

function ToolChoices({ settings, servers }: ToolChoicesProps) {
  const { api, toolSettings } = useServices();
  const [refusal, setRefusal] = useState<string | null>(null);
  const choose = async (body: Choice) => {
    toolSettings.replace(withChoice(settings, body));
    const result = await api.call("changeToolSettings", { body });
    if (result.ok) toolSettings.replace(result.value);
    else void toolSettings.load(); // a failure is a code in the store
    setRefusal(result.ok ? null : result.code);
  };
  const { totals, mcpEverywhere } = settings;
  return (
    <>
      {refusal !== null && <Trouble {...explain(refusal)} />}
      <HangSection title={EVERYWHERE.title} aside={EVERYWHERE.aside}>
        <div className="row switch-row">
          <Switch
            isOn={mcpEverywhere}
            label={EVERYWHERE.word}
            onChange={(isOn) => void choose({ mcpEverywhere: isOn })} // none of these rejects: a refusal is shown above
          />
          <div>
            <strong aria-hidden="true">{EVERYWHERE.word}</strong>
            <p className="dim">{mcpEverywhere ? EVERYWHERE.on : EVERYWHERE.off}</p>
          </div>
        </div>
      </HangSection>
      <HangSection title={CAP.title} aside={CAP.aside}>
        <ToolCap settings={settings} totals={totals} servers={servers} onCap={(toolCap) => void choose({ toolCap })} />
      </HangSection>
      <HangSection title={EXPOSURE.title} aside={EXPOSURE.aside(totals.ready)}>
        <Exposure
          delivery={settings.delivery}
          tokens={totals.tokens}
          onDelivery={(delivery) => void choose({ delivery })}
        />
        <CountedByProvider />
      </HangSection>
    </>
  );
}

/** What the provider counted, so that ways of offering tools can be compared by it; nothing until it is known (ANN-02). */
function CountedByProvider() {
  const { api } = useServices();
  const [usage] = useState(() => createValueStore(() => api.call("readUsage")));
  const { value } = useValue(usage.store);
  useEffect(() => void usage.load(), [usage]); // never rejects: a failure is a code
  return value === null ? null : <p className="note counted">{lastDayWords(lastDayOf(value.rows))}</p>;
}

type Choice = RouteBody<"changeToolSettings">;

/** What is shown until Loop has answered. */
function withChoice(settings: AccountToolSettings, choice: Choice): AccountToolSettings {
  const { toolCap = settings.toolCap, delivery = settings.delivery, mcpEverywhere = settings.mcpEverywhere } = choice;
  return { ...settings, toolCap, delivery, mcpEverywhere };
}
