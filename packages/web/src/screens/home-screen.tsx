import { lazy } from "react";
import { useCapabilities, useServices, useValue } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { CHAT } from "../words/chat-words.js";
import { ChatComposer } from "./chat-screen.js";
import { Shell } from "./shell.js";
import { useMcpSwitch, useReachServers, useToolCount } from "./use-reach.js";

/** Seen once, so that everybody else does not load it. */
const FirstRunScreen = lazy(async () => ({ default: (await import("./first-run-screen.js")).FirstRunScreen }));

/** A new conversation; on an empty instance without a model, the first run. */
export function HomeScreen() {
  const { appState, servers, conversations } = useServices();
  const { choosesModel } = useCapabilities();
  const state = useValue(appState.store).value;
  const serverList = useValue(servers.store);
  const conversationList = useValue(conversations.store);
  const tools = useToolCount(null);
  const hasServers = useReachServers().length > 0;
  const isSwitchedOff = useMcpSwitch(null)?.isOn === false && hasServers;
  const isEmpty =
    serverList.status === "ready" &&
    serverList.items.length === 0 &&
    conversationList.status === "ready" &&
    conversationList.items.length === 0;
  if (choosesModel && state !== null && state.model === null && isEmpty) return <FirstRunScreen />;
  return (
    <Shell conversationId={null} title={<h1 className="grow cut1">{APP.untitled}</h1>}>
      <div className="scroll">
        <div className="thread">
          <div className="welcome">
            <h2>{CHAT.emptyTitle}</h2>
            <p>{isSwitchedOff ? CHAT.emptyOff : CHAT.emptyTools(tools)}</p>
          </div>
        </div>
      </div>
      <ChatComposer id={null} isWaitingForAnswer={false} />
    </Shell>
  );
}
