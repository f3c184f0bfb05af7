import type { McpToolView } from "@loop/contract";
import { useState } from "react";
import { ScriptRunner } from "../panels/script-runner.js";
import { ToolList } from "../panels/tool-list.js";
import { ToolRunner } from "../panels/tool-runner.js";
import { Link } from "../parts/navigation.js";
import { Segments } from "../parts/segments.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { useCapabilities, useServices, useValue } from "../state/use-services.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { RUN } from "../words/run-words.js";
import { SERVERS } from "../words/server-words.js";
import { Shell } from "./shell.js";
import { useServerName } from "./use-reach.js";
import { toolCall, useRunByHand } from "./use-run-by-hand.js";

interface RunScreenProps {
  readonly conversation: string | null;
  readonly server: string | null;
  readonly tool: string | null;
}

/** The person plays the model's part: picks the tool, fills in what is sent. */
export function RunScreen({ conversation, server, tool }: RunScreenProps) {
  const { tools } = useServices();
  const { value, code } = useValue(tools.store);
  const [what, setWhat] = useState<"tool" | "script">("tool");
  const offersScripts = useOffersScripts();
  const hasTools = value !== null && value.length > 0;
  return (
    <Shell conversationId={conversation} title={<h1 className="grow cut1">{RUN.title}</h1>}>
      <div className="scroll">
        <div className="page full">
          <div className="head-actions">
            <p className="lede grow">{RUN.lede}</p>
            {offersScripts && (
              <Segments
                label={RUN.what}
                value={what}
                isSmall
                onChange={setWhat}
                options={[
                  { value: "tool", label: RUN.tool },
                  { value: "script", label: RUN.script },
                ]}
              />
            )}
          </div>
          {value === null && code === null && <Skeleton label={RUN.title} />}
          {value === null && code !== null && <Trouble {...explain(code)} />}
          {value !== null && value.length === 0 && <NoTools />}
          {what === "script" && hasTools && <RunScript conversation={conversation} />}
          {what === "tool" && hasTools && (
            <PickAndRun tools={value} conversation={conversation} first={firstTool(value, server, tool)} />
          )}
        </div>
      </div>
    </Shell>
  );
}

/** Scripts by hand are there where the model would be offered them too. */
function useOffersScripts(): boolean {
  const { toolSettings } = useServices();
  const { serversOf } = useCapabilities();
  const delivery = useValue(toolSettings.store).value?.delivery ?? null;
  return serversOf === "computer" || delivery === "codemode";
}

function RunScript({ conversation }: { readonly conversation: string | null }) {
  const { isStarting, code, onRun } = useRunByHand(conversation);
  return (
    <ScriptRunner
      isStarting={isStarting}
      code={code}
      onRun={(script) => onRun({ title: RUN.scriptTitle, tool: "codemode", args: { script } })}
    />
  );
}

function firstTool(tools: readonly McpToolView[], server: string | null, name: string | null): McpToolView | null {
  const ofServer = server === null ? tools : tools.filter((one) => one.serverId === server);
  return ofServer.find((one) => one.toolName === name) ?? ofServer[0] ?? null;
}

function NoTools() {
  const { servers } = useServices();
  const isOnItsWay = useValue(servers.store).items.some(
    (view) => view.status === "connecting" || view.status === "queued",
  );
  if (isOnItsWay) return <Skeleton label={RUN.title} />;
  return (
    <div className="empty">
      <p>{RUN.noTools}</p>
      <Link className="btn" href={PATHS.settings}>
        {SERVERS.title}
      </Link>
    </div>
  );
}

interface PickAndRunProps {
  readonly tools: readonly McpToolView[];
  readonly conversation: string | null;
  readonly first: McpToolView | null;
}

function PickAndRun({ tools, conversation, first }: PickAndRunProps) {
  const serverName = useServerName();
  const [name, setName] = useState(first?.modelName ?? null);
  const chosen = tools.find((one) => one.modelName === name) ?? first;
  const { isStarting, code, onRun } = useRunByHand(conversation);
  return (
    <div className="two">
      <ToolList tools={tools} chosen={chosen} serverName={serverName} onChoose={(tool) => setName(tool.modelName)} />
      {chosen !== null && (
        <ToolRunner
          key={chosen.modelName}
          tool={chosen}
          serverName={serverName(chosen.serverId)}
          isStarting={isStarting}
          code={code}
          onRun={(args) => onRun(toolCall(chosen, args))}
        />
      )}
    </div>
  );
}
