import { PlusIcon } from "@phosphor-icons/react/dist/csr/Plus";
import { useState } from "react";
import { Crumbs } from "../panels/crumbs.js";
import { ServerRow } from "../panels/server-row.js";
import { Link } from "../parts/navigation.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { UndoBar } from "../parts/undo-bar.js";
import { useNow } from "../parts/use-now.js";
import { useServices, useValue } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { explain } from "../words/errors.js";
import { PASTE } from "../words/paste-words.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { SettingsFrame } from "./settings-frame.js";

/** Settings → Integrations → MCPs. */
export function SettingsServersScreen() {
  const [code, setCode] = useState<string | null>(null);
  return (
    <SettingsFrame page="integrations" narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page wide">
          <div className="head-actions">
            <div>
              <Crumbs crumbs={[{ word: SERVERS.integrations }, { word: SERVERS.mcps }]} />
              <h1>{SERVERS.title}</h1>
              <p className="lede">{SERVERS.lede}</p>
            </div>
            <div className="row">
              <Link className="btn ink" href={PATHS.addServer}>
                <PlusIcon className="i" aria-hidden="true" />
                {SERVERS.add}
              </Link>
            </div>
          </div>
          {code !== null && <Trouble {...explain(code)} />}
          <ServerList onCode={setCode} />
        </div>
      </div>
      <Undo onCode={setCode} />
    </SettingsFrame>
  );
}

interface CodeSink {
  readonly onCode: (code: string | null) => void;
}

function ServerList({ onCode }: CodeSink) {
  const { servers, serverCommands } = useServices();
  const list = useValue(servers.store);
  const deletions = useValue(serverCommands.deletions);
  const times = useValue(serverCommands.times);
  const shown = list.items.filter((view) => !deletions.some((one) => one.id === view.config.id));
  const now = useNow(shown.some((view) => view.status === "connecting"));
  const run = (command: Promise<string | null>) => void command.then(onCode); // never rejects: a refusal is a code
  if (list.status === "loading") return <Skeleton label={SERVERS.title} />;
  if (list.status === "failed") return <ListTrouble code={list.code ?? "internal-error"} />;
  if (shown.length === 0) return <NoServers onSample={() => run(serverCommands.addSample())} />;
  const ready = shown.filter((view) => view.status === "ready");
  const tools = ready.reduce((sum, view) => sum + view.toolCount, 0);
  return (
    <>
      <p className="note num count-line">{SERVERS.counts(shown.length, ready.length, tools)}</p>
      <ul className="list">
        {shown.map((view) => {
          const { id } = view.config;
          const since = times[id];
          return (
            <ServerRow
              key={id}
              view={view}
              sinceMs={since === undefined ? null : now - since.at}
              limitMs={since?.limitMs ?? null}
              onEnable={(enabled) => run(serverCommands.setEnabled(id, enabled))}
              onRetry={() => run(serverCommands.retry(id))}
              onRemove={() => run(serverCommands.remove(view))}
            />
          );
        })}
      </ul>
      <p className="note after-list">{SERVERS.rights}</p>
    </>
  );
}

function ListTrouble({ code }: { readonly code: string }) {
  const { servers } = useServices();
  return (
    <div className="empty">
      <Trouble {...explain(code)}>
        <button type="button" className="btn small" onClick={() => void servers.load()}>
          {APP.tryAgain}
        </button>
      </Trouble>
    </div>
  );
}

function NoServers({ onSample }: { readonly onSample: () => void }) {
  return (
    <div className="empty">
      <p>{SERVERS.empty}</p>
      <div className="row wrap">
        <button type="button" className="btn" onClick={onSample}>
          {SERVERS.addSample}
        </button>
        <Link className="btn" href={PATHS.pasteServers}>
          {PASTE.link}
        </Link>
      </div>
    </div>
  );
}

function Undo({ onCode }: CodeSink) {
  const { serverCommands } = useServices();
  const last = useValue(serverCommands.deletions).at(-1);
  if (last === undefined) return null;
  const undo = () => void serverCommands.undoRemove(last.id).then(onCode); // never rejects: a refusal is a code
  return <UndoBar text={SERVERS.removed(last.name)} word={SERVERS.undo} onUndo={undo} />;
}
