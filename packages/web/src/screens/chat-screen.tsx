import type { PermissionPreset } from "@loop/contract";
import { useEffect, useState } from "react";
import { Composer, StopButton } from "../panels/composer.js";
import { useNavigate } from "../parts/navigation.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { useCapabilities, useServices, useValue } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { ChatThread } from "./chat-thread.js";
import { ChatTitle } from "./chat-title.js";
import { NotFoundScreen } from "./not-found-screen.js";
import { PersonaSlot } from "./persona-slot.js";
import { Shell } from "./shell.js";
import { useMcpSwitch, useModelName, useToolCount } from "./use-reach.js";
import { useSlashCommands } from "./use-slash-commands.js";
import { useWorkspace } from "./use-workspace.js";

/** One conversation. */
export function ChatScreen({ id }: { readonly id: string }) {
  const { openConversation, conversation, approvals } = useServices();
  const open = useValue(conversation.store);
  useEffect(() => {
    openConversation(id);
    return () => openConversation(null);
  }, [id, openConversation]);
  const questions = useValue(approvals.store).items.filter((one) => one.conversationId === id);
  const modelName = useModelName();
  const isReady = open.id === id && open.status === "ready" && open.conversation !== null;
  useFocusAskedFor(isReady ? questions.map((one) => one.id).join(" ") : "");
  if (open.id === id && open.status === "failed" && open.code === "conversation-unknown") return <NotFoundScreen />;
  return (
    <Shell
      conversationId={id}
      title={<ChatTitle conversation={isReady ? open.conversation : null} />}
      actions={isReady && <NarrowStop turnId={open.timeline.runningTurnId} isWaiting={questions.length > 0} />}
    >
      {isReady ? (
        <>
          <ChatThread conversationId={id} modelName={modelName} approvals={questions} />
          <ChatComposer id={id} isWaitingForAnswer={questions.length > 0} />
        </>
      ) : (
        <div className="scroll">
          <div className="page">
            {open.id === id && open.status === "failed" && open.code !== null ? (
              <Trouble {...explain(open.code)}>
                <button type="button" className="btn small" onClick={() => void conversation.load()}>
                  {APP.tryAgain}
                </button>
              </Trouble>
            ) : (
              <Skeleton label={APP.running} />
            )}
          </div>
        </div>
      )}
    </Shell>
  );
}

/** Where the composer gives way to the card, Stop is in the bar. */
function NarrowStop({ turnId, isWaiting }: { readonly turnId: string | null; readonly isWaiting: boolean }) {
  const { conversationCommands } = useServices();
  if (turnId === null || !isWaiting) return null;
  return <StopButton className="only-narrow" onStop={() => void conversationCommands.stop(turnId)} />;
}

/** A press of Ctrl J elsewhere asked for a question here. */
function useFocusAskedFor(questions: string): void {
  const { focusQuestion } = useServices();
  const { requestId } = useValue(focusQuestion);
  useEffect(() => {
    if (requestId === null || questions === "") return;
    const card = [...document.querySelectorAll<HTMLElement>("[data-question]")].find(
      (one) => one.dataset.question === requestId,
    );
    if (card === undefined) return;
    card.focus();
    card.scrollIntoView({ block: "nearest" });
    focusQuestion.setState({ requestId: null });
  }, [requestId, questions, focusQuestion]);
}

/** Where there is a keyboard, writing can begin at once; an open question keeps the focus out of the way. */
function useComposerFocus(): void {
  useEffect(() => {
    if (!matchMedia("(min-width: 821px)").matches || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>("[data-composer]")?.focus({ preventScroll: true });
  }, []);
}

interface ChatComposerProps {
  /** Null for a conversation that does not exist yet. */
  readonly id: string | null;
  readonly isWaitingForAnswer: boolean;
}

export function ChatComposer({ id, isWaitingForAnswer }: ChatComposerProps) {
  const { conversation, conversationCommands, drafts, newConversation } = useServices();
  const { hasPresets, hasWorkspace, choosesModel } = useCapabilities();
  const place = useWorkspace(id);
  const navigate = useNavigate();
  const open = useValue(conversation.store);
  const key = id ?? "new";
  const [text, setText] = useState(() => drafts.read(key));
  const [newPreset, setNewPreset] = useState<PermissionPreset>("workspace-write");
  const [isSending, setSending] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  useComposerFocus();
  const turnId = id === null ? null : open.timeline.runningTurnId;
  const ownPreset = id === null ? newPreset : (open.conversation?.permission ?? newPreset);
  const preset = hasPresets ? ownPreset : null;
  const runHref = PATHS.run(id === null ? {} : { conversation: id });
  const mcp = useMcpSwitch(id);
  const write = (next: string) => {
    setText(next);
    drafts.write(key, next);
  };
  const send = async () => {
    if (isSending || text.trim() === "") return;
    setSending(true);
    const started = await conversationCommands.send(text, {
      id,
      preset,
      workspace: place.chosen,
      mcp: mcp?.own ?? null,
      personaId: newConversation.getState().personaId,
    });
    setSending(false);
    // A refused text stays where it is (409).
    if (!started.ok) return setCode(started.code);
    setCode(null);
    write("");
    if (id === null) newConversation.setState({ mcp: null, personaId: null });
    if (id === null) navigate(PATHS.conversation(started.conversationId));
  };
  const choose = async (next: PermissionPreset) => {
    if (id === null) return setNewPreset(next);
    setCode(await conversationCommands.change(id, { permission: next }));
  };
  const chooseMcp = async (next: boolean | null) => {
    if (id === null) return newConversation.setState({ mcp: next });
    setCode(await conversationCommands.change(id, { mcp: next }));
  };
  return (
    <Composer
      key={key}
      text={text}
      onText={write}
      onSend={() => void send()} // never rejects: a refusal is a code
      onStop={() => turnId !== null && void conversationCommands.stop(turnId)}
      preset={preset}
      onPreset={(next) => void choose(next)} // as above
      hasWorkspace={hasWorkspace}
      workspace={place.workspace}
      hasSession={id !== null}
      onWorkspace={place.choose}
      isRunning={turnId !== null}
      isSending={isSending}
      isWaitingForAnswer={isWaitingForAnswer}
      hasMessages={open.timeline.entries.length > 0}
      modelName={useModelName()}
      toolCount={useToolCount(id)}
      runHref={runHref}
      modelHref={choosesModel ? PATHS.model : null}
      lightning={
        mcp === null ? null : { ...mcp, onChoose: (next) => void chooseMcp(next), onRunByHand: () => navigate(runHref) } // as above
      }
      persona={<PersonaSlot conversationId={id} onCode={setCode} />}
      code={code}
      commands={useSlashCommands(id)}
    />
  );
}
