import type { Entry } from "@loop/contract";
import { lazy, memo, Suspense } from "react";
import { CopyButton } from "../parts/copy-button.js";
import { Glyph, type Shape } from "../parts/glyph.js";
import { VisibleText } from "../parts/visible-text.js";
import { CARD } from "../words/card-words.js";
import { CHAT, grantEndedText, noticeText } from "../words/chat-words.js";
import { explain } from "../words/errors.js";
import { clockTime } from "./clock-time.js";

const Prose = lazy(async () => ({ default: (await import("../parts/prose.js")).Prose }));

const CODE_WORDS = { copy: CARD.copy, copied: CARD.copied, code: CHAT.code };

type Answer = Extract<Entry, { kind: "assistant" }>;
type Notice = Extract<Entry, { kind: "notice" }>;

interface Positioned {
  readonly position: string;
}

interface AnswerProps extends Positioned {
  readonly entry: Answer;
  readonly isWriting: boolean;
  readonly modelName: string;
}

export const AnswerEntry = memo(function AnswerEntry({ entry, isWriting, modelName, position }: AnswerProps) {
  const isThinking = isWriting && entry.text === "";
  return (
    <article className={`entry say ${position}`} aria-busy={isWriting}>
      <time className="when">{clockTime(entry.at)}</time>
      <span className="mark dot" />
      <div className="body">
        <h2 className={isWriting ? "by" : "sr"}>
          {isWriting ? modelName : CHAT.answer}
          {isWriting && <span className="note">{CHAT.isWriting}</span>}
        </h2>
        {entry.reasoning !== undefined && (
          <details className="reasoning">
            <summary>{isThinking ? CHAT.reasoningRunning : CHAT.reasoning}</summary>
            <p>{entry.reasoning}</p>
          </details>
        )}
        <Suspense fallback={<div className="prose">{entry.text}</div>}>
          <Prose text={entry.text} isWriting={isWriting} words={CODE_WORDS} />
        </Suspense>
        {!isWriting && entry.text !== "" && (
          <div className="said-actions">
            <CopyButton text={() => entry.text} word={CARD.copy} doneWord={CARD.copied} />
          </div>
        )}
      </div>
    </article>
  );
});

interface NoticeProps extends Positioned {
  readonly entry: Notice;
  readonly serverName: (serverId: string) => string;
}

export const NoticeLine = memo(function NoticeLine({ entry, position, serverName }: NoticeProps) {
  const shape = noticeShape(entry);
  return (
    <div className={`entry step ${position}`}>
      <time className="when">{clockTime(entry.at)}</time>
      <span className={`mark st-${shape}`}>
        <Glyph shape={shape} />
      </span>
      <div className="body">
        <p className="notice">
          <NoticeWords entry={entry} serverName={serverName} />
        </p>
      </div>
    </div>
  );
});

function noticeShape({ code, reason, params }: Notice): Shape {
  if (code === "grant-ended") return "revoked";
  if (params?.serverName !== undefined) return code === "server-suspended" ? "suspended" : "unreachable";
  switch (reason) {
    case "failed":
      return "failed";
    case "interrupted":
      return "interrupted";
    case "stopped":
      return "cancelled";
    default:
      return "notice";
  }
}

function NoticeWords({ entry, serverName }: Pick<NoticeProps, "entry" | "serverName">) {
  const { params = {} } = entry;
  const { serverId, toolName, because } = params;
  if (entry.code === "grant-ended" && toolName !== undefined && serverId !== undefined) {
    return (
      <>
        <code>
          <VisibleText text={String(toolName)} />
        </code>{" "}
        {CHAT.on} {grantEndedText(serverName(String(serverId)), String(because))}
      </>
    );
  }
  if (params.serverName !== undefined) return <LeftOut name={String(params.serverName)} code={entry.code} />;
  const { sentence, nextStep, code } = explain(entry.code);
  return (
    noticeText(entry.code, params) ?? (
      <>
        {sentence} {nextStep} <span className="note">{code}</span>
      </>
    )
  );
}

/** A server that the turn went without, and why (TML-01). */
function LeftOut({ name, code }: { readonly name: string; readonly code: string }) {
  const { sentence, nextStep } = explain(code);
  return (
    <>
      <b>{name}</b> {CHAT.leftOut} {sentence} {nextStep} <span className="note">{code}</span>
    </>
  );
}
