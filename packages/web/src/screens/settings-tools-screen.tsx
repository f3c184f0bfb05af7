import type { McpServerView, McpToolView } from "@loop/contract";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { useState } from "react";
import { Crumbs } from "../panels/crumbs.js";
import { ToolList } from "../panels/tool-list.js";
import { ToolRunner } from "../panels/tool-runner.js";
import { Status } from "../parts/glyph.js";
import { Link } from "../parts/navigation.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { useServices, useValue } from "../state/use-services.js";
import { explain, explainServer } from "../words/errors.js";
import { FORM } from "../words/form-words.js";
import { PATHS } from "../words/paths.js";
import { RUN } from "../words/run-words.js";
import { SERVERS, statusWord } from "../words/server-words.js";
import { SettingsFrame } from "./settings-frame.js";
import { toolCall, useRunByHand } from "./use-run-by-hand.js";

/** The tools of one server, in its own words, with Run by hand. */
export function SettingsToolsScreen({ id }: { readonly id: string }) {
  const { servers } = useServices();
  const list = useValue(servers.store);
  const view = list.items.find((one) => one.config.id === id) ?? null;
  return (
    <SettingsFrame page="integrations" narrowBack={{ href: PATHS.servers, word: FORM.backToList }}>
      <div className="scroll">
        <div className="page full">
          {view !== null && <ServerTools view={view} />}
          {view === null &&
            (list.status === "ready" ? <Trouble {...explain("server-unknown")} /> : <Skeleton label={SERVERS.title} />)}
        </div>
      </div>
    </SettingsFrame>
  );
}

function ServerTools({ view }: { readonly view: McpServerView }) {
  const { tools } = useServices();
  const { value } = useValue(tools.store);
  const { name, id } = view.config;
  const own = value?.filter((tool) => tool.serverId === id) ?? null;
  return (
    <>
      <div className="head-actions">
        <div>
          <Crumbs
            crumbs={[{ word: SERVERS.integrations }, { word: SERVERS.mcps, href: PATHS.servers }, { word: name }]}
          />
          <h1>{name}</h1>
          <p className="row wrap under">
            <Status shape={view.status} word={statusWord(view, null, null)} />
          </p>
        </div>
        <div className="row">
          <Link className="btn" href={PATHS.server(id)}>
            <PencilSimpleIcon className="i" aria-hidden="true" />
            {RUN.editServer}
          </Link>
        </div>
      </div>
      <ToolsBody view={view} own={own} />
    </>
  );
}

function ToolsBody({ view, own }: { readonly view: McpServerView; readonly own: readonly McpToolView[] | null }) {
  if (view.status === "error") return <Trouble {...explainServer(view)} />;
  if (view.status === "connecting" || view.status === "queued" || own === null) return <Skeleton label={RUN.heading} />;
  const [first] = own;
  if (first === undefined) return <p className="empty">{view.status === "ready" ? RUN.serverEmpty : RUN.notReady}</p>;
  return <PickAndRun tools={own} first={first} serverName={view.config.name} />;
}

interface PickAndRunProps {
  readonly tools: readonly McpToolView[];
  readonly first: McpToolView;
  readonly serverName: string;
}

function PickAndRun({ tools, first, serverName }: PickAndRunProps) {
  const [name, setName] = useState(first.modelName);
  const chosen = tools.find((tool) => tool.modelName === name) ?? first;
  const { isStarting, code, onRun } = useRunByHand(null);
  return (
    <div className="two">
      <ToolList tools={tools} chosen={chosen} serverName={null} onChoose={(tool) => setName(tool.modelName)} />
      <ToolRunner
        key={chosen.modelName}
        tool={chosen}
        serverName={serverName}
        isStarting={isStarting}
        code={code}
        onRun={(args) => onRun(toolCall(chosen, args))}
      />
    </div>
  );
}
