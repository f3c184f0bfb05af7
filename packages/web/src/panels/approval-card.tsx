import type { ApprovalDecision, ApprovalRequest } from "@loop/contract";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useAnnounce } from "../parts/announcer.js";
import { Glyph } from "../parts/glyph.js";
import { shownLines } from "../parts/json-lines.js";
import { useTimers } from "../parts/timers-context.js";
import { useNow } from "../parts/use-now.js";
import { VisibleText } from "../parts/visible-text.js";
import { BUILTIN } from "../words/builtin-words.js";
import { CARD, countdownAnnouncement, countdownText } from "../words/card-words.js";
import { CardAnswers } from "./card-answers.js";
import { type BuiltinPlace, CardFacts, exactLines } from "./card-facts.js";
import { decisionForKey, INERT_MS } from "./card-keys.js";
import { clockTime } from "./clock-time.js";
import type { ServerPlace } from "./reach-server.js";

export interface ApprovalCardProps {
  readonly request: ApprovalRequest;
  /** Where the call goes; null where that is not known any more. */
  readonly place: ServerPlace | null;
  readonly askedBy: string;
  /** Opens the script the call is part of; null for a call of its own. */
  readonly onReadScript: (() => void) | null;
  readonly isByHand: boolean;
  readonly askedAt: string;
  /** "first" where nothing stands before it. */
  readonly position: string;
  readonly room: BuiltinPlace;
  /** The same question stands on every device of the account (ASK-03). */
  readonly isOnEveryDevice: boolean;
  readonly isSending: boolean;
  readonly code: string | null;
  readonly onAnswer: (decision: ApprovalDecision, stopScript: boolean) => void;
}

/** The question, in the thread: a labelled region that takes no focus by itself and answers nothing at once. */
export function ApprovalCard(props: ApprovalCardProps) {
  const { request, place, isSending, code, onAnswer } = props;
  const { toolName, serverName } = namesOf(request);
  const [isAllShown, setAllShown] = useState(() => isShort(request));
  const { isInert, stoodMs } = useInert(request.id);
  const { end: factsEnd, hasMore } = useMoreBelow();
  const label =
    "builtin" in request.tool
      ? BUILTIN.region(toolName)
      : CARD.region(serverName, toolName, request.changed !== undefined);
  useAnnouncedOnce(request.id, label);

  const handleKey = (event: KeyboardEvent) => {
    const decision = decisionForKey(
      {
        key: event.key,
        isRepeat: event.repeat,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        isInCard: !isWritable(event.target),
      },
      { stoodMs: stoodMs(), allowSession: request.allowSession, isAllShown, isSending },
    );
    if (decision === null) return;
    event.preventDefault();
    onAnswer(decision, false);
  };
  return (
    <section
      className={`entry asking ${props.position}`}
      aria-label={label}
      tabIndex={-1}
      data-question={request.id}
      onKeyDown={handleKey}
    >
      <time className="when">{clockTime(props.askedAt)}</time>
      <span className="mark st-asked">
        <Glyph shape="asked" />
      </span>
      <div className="body">
        <div className="ask">
          <CardHead request={request} toolName={toolName} serverName={serverName} />
          <CardFacts
            request={request}
            serverName={serverName}
            place={place}
            askedBy={props.askedBy}
            onReadScript={props.onReadScript}
            room={props.room}
            isAllShown={isAllShown}
            onShowAll={() => setAllShown(true)}
          />
          <div ref={factsEnd} className="facts-end" />
          <CardAnswers
            allowSession={request.allowSession}
            isInert={isInert || isSending}
            code={code}
            ifDenied={`${ifDenied(request, props.isByHand)}${props.isOnEveryDevice ? ` ${CARD.anyDevice}` : ""}`}
            isOfScript={ordinalOf(request.callId) !== null}
            onAnswer={onAnswer}
            hasMore={hasMore}
            onReadOn={() => factsEnd.current?.scrollIntoView({ block: "end" })}
          />
        </div>
      </div>
    </section>
  );
}

interface CardHeadProps {
  readonly request: ApprovalRequest;
  readonly toolName: string;
  readonly serverName: string;
}

function CardHead({ request, toolName, serverName }: CardHeadProps) {
  const ordinal = ordinalOf(request.callId);
  return (
    <header>
      <div className="kicker">
        <span>{isCommand(request) ? BUILTIN.state : CARD.state}</span>
        <span className="grow num">
          {ordinal !== null && CARD.nestedCall(ordinal)}
          {ordinal !== null && request.expiresAt !== null && ", "}
          {request.expiresAt !== null && <Countdown expiresAt={request.expiresAt} />}
        </span>
      </div>
      <CardTitle request={request} toolName={toolName} serverName={serverName} />
    </header>
  );
}

function CardTitle({ request, toolName, serverName }: CardHeadProps) {
  if (isCommand(request)) return <h2>{BUILTIN.title.command}</h2>;
  const isOwn = "builtin" in request.tool;
  return (
    <h2>
      {isOwn ? BUILTIN.title.before : CARD.title.before}
      <code>
        <VisibleText text={toolName} />
      </code>
      {isOwn ? BUILTIN.title.after : CARD.title.after(serverName)}
    </h2>
  );
}

function isCommand({ tool }: ApprovalRequest): boolean {
  return "builtin" in tool && tool.builtin === "run_command";
}

/** Text, read aloud at 60, 30 and 10 seconds only. */
function Countdown({ expiresAt }: { readonly expiresAt: string }) {
  const announce = useAnnounce();
  const before = useRef(Number.POSITIVE_INFINITY);
  const left = Date.parse(expiresAt) - useNow(true);
  useEffect(() => {
    const text = countdownAnnouncement(before.current, left);
    before.current = left;
    if (text !== null) announce(text, "polite");
  }, [left, announce]);
  return (
    <>
      {countdownText(left)}
      <span className="hide-s">{CARD.thenRefused}</span>
    </>
  );
}

/** Inert for a moment after the card appears or changes, so that a press meant for something else answers nothing. */
function useInert(requestId: string) {
  const { later, now } = useTimers();
  const since = useRef(Number.POSITIVE_INFINITY);
  const [readyFor, setReadyFor] = useState<string | null>(null);
  useEffect(() => {
    since.current = now();
    return later(INERT_MS, () => setReadyFor(requestId));
  }, [requestId, later, now]);
  return { isInert: readyFor !== requestId, stoodMs: () => now() - since.current };
}

/** Whether the end of the facts is still below the answers, which stay in view. */
function useMoreBelow() {
  const end = useRef<HTMLDivElement>(null);
  const [hasMore, setMore] = useState(false);
  useEffect(() => {
    const element = end.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => setMore(entry !== undefined && !entry.isIntersecting), {
      rootMargin: "0px 0px -150px 0px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { end, hasMore };
}

function useAnnouncedOnce(requestId: string, label: string): void {
  const announce = useAnnounce();
  const announced = useRef<string | null>(null);
  useEffect(() => {
    if (announced.current === requestId) return;
    announced.current = requestId;
    announce(label, "assertive");
  }, [requestId, label, announce]);
}

export function namesOf({ tool, serverName }: ApprovalRequest): {
  readonly toolName: string;
  readonly serverName: string;
} {
  if ("builtin" in tool) return { toolName: tool.builtin, serverName: "Loop" };
  return { toolName: tool.toolName, serverName: serverName ?? tool.serverId };
}

function ordinalOf(callId: string): string | null {
  const cut = callId.lastIndexOf("/");
  return cut < 0 ? null : callId.slice(cut + 1);
}

function ifDenied(request: ApprovalRequest, isByHand: boolean): string {
  if (ordinalOf(request.callId) !== null) return CARD.ifDeniedScript;
  return isByHand ? CARD.ifDeniedByHand : CARD.ifDenied;
}

function isShort(request: ApprovalRequest): boolean {
  const lines = exactLines(request);
  return shownLines(lines) === lines.length;
}

function isWritable(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
