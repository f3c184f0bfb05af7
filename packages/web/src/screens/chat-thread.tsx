import type { ApprovalRequest } from "@loop/contract";
import { ArrowDownIcon } from "@phosphor-icons/react/dist/csr/ArrowDown";
import { useEffect, useRef } from "react";
import { ApprovalCard } from "../panels/approval-card.js";
import type { BuiltinPlace } from "../panels/card-facts.js";
import { isLong, type Question, Timeline } from "../panels/timeline.js";
import { useAnnounce } from "../parts/announcer.js";
import { useCapabilities, useServices, useValue } from "../state/use-services.js";
import { CARD, settledText } from "../words/card-words.js";
import { CHAT } from "../words/chat-words.js";
import { useReachServers, useServerName } from "./use-reach.js";
import { useThreadScroll } from "./use-thread-scroll.js";
import { useYouActions } from "./use-you-actions.js";

interface ChatThreadProps {
  readonly conversationId: string;
  readonly modelName: string | null;
  readonly approvals: readonly ApprovalRequest[];
}

export function ChatThread({ conversationId, modelName, approvals }: ChatThreadProps) {
  const { conversation } = useServices();
  const { timeline } = useValue(conversation.store);
  const serverName = useServerName();
  const youActions = useYouActions();
  const { scroll, isAtEnd, onScroll, toEnd } = useThreadScroll(conversationId, {
    content: timeline,
    isLong: isLong(timeline.entries),
  });
  useFocusAfterAnswer(approvals);
  useSettledElsewhere();
  return (
    <div className="scroll" ref={scroll} onScroll={onScroll}>
      <Timeline
        entries={timeline.entries}
        runningTurnId={timeline.runningTurnId}
        modelName={modelName ?? CARD.model}
        serverName={serverName}
        approvals={approvals}
        youActions={youActions}
        scroll={scroll}
        renderCard={(question) => <Card {...question} modelName={modelName} />}
      />
      {!isAtEnd && timeline.runningTurnId !== null && (
        <div className="jump-place">
          <button type="button" className="btn small jump" onClick={toEnd}>
            <ArrowDownIcon className="i small" aria-hidden="true" />
            {CHAT.toBottom}
          </button>
        </div>
      )}
    </div>
  );
}

interface CardProps extends Question {
  readonly modelName: string | null;
}

function Card({ request, step, position, readScript, modelName }: CardProps) {
  const { answers } = useServices();
  const { sending, codes } = useValue(answers.store);
  const servers = useReachServers();
  const { hasAccounts } = useCapabilities();
  const { tool } = request;
  const server = "serverId" in tool ? servers.find((one) => one.id === tool.serverId) : undefined;
  const isByHand = step.byHand === true;
  const asker = isByHand ? CARD.you : (modelName ?? CARD.model);
  return (
    <ApprovalCard
      request={server === undefined ? request : { serverName: server.name, ...request }}
      place={server?.place ?? null}
      askedBy={asker}
      onReadScript={step.tool === "codemode" ? readScript : null}
      isByHand={isByHand}
      askedAt={step.at}
      position={position}
      room={useRoom("builtin" in tool)}
      isOnEveryDevice={hasAccounts}
      isSending={sending[request.id] !== undefined}
      code={codes[request.id] ?? null}
      onAnswer={(decision, stopScript) => void answers.answer(request.id, decision, stopScript)} // a refusal is kept as a code beside the card
    />
  );
}

/** Where Loop's own tools work; what the sandbox is may be known only after the app was opened. */
function useRoom(isOwn: boolean): BuiltinPlace {
  const { appState, conversation } = useServices();
  const { workspace = null } = useValue(conversation.store).conversation ?? {};
  const { sandbox = null } = useValue(appState.store).value ?? {};
  const { hasWorkspace } = useCapabilities();
  const isUnknown = isOwn && hasWorkspace && sandbox === null;
  useEffect(() => {
    if (isUnknown) void appState.load(); // a failure is a code in the store
  }, [isUnknown, appState]);
  return { workspace, sandbox };
}

/** After an answer the card becomes its step in place, and the focus goes with it. */
function useFocusAfterAnswer(approvals: readonly ApprovalRequest[]): void {
  const { answers } = useServices();
  const before = useRef<readonly ApprovalRequest[]>([]);
  useEffect(() => {
    const gone = before.current.find((one) => !approvals.some((open) => open.id === one.id));
    before.current = approvals;
    if (gone === undefined || document.activeElement !== document.body) return;
    if (!answers.store.getState().answeredHere.includes(gone.id)) return;
    const outer = gone.callId.split("/", 1)[0] ?? gone.callId;
    const steps = document.querySelectorAll<HTMLElement>("[data-call]");
    const step = [...steps].find((one) => one.dataset.turn === gone.turnId && one.dataset.call === outer);
    step?.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
  }, [approvals, answers]);
}

function useSettledElsewhere(): void {
  const { answers } = useServices();
  const announce = useAnnounce();
  const { settledElsewhere } = useValue(answers.store);
  useEffect(() => {
    if (settledElsewhere !== null) announce(settledText(settledElsewhere.result), "polite");
  }, [settledElsewhere, announce]);
}
