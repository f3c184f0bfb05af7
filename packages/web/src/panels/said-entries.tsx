import type { Entry } from "@loop/contract";
import { lazy, memo, Suspense } from "react";
import { Glyph } from "../parts/glyph.js";
import { CHAT, noticeText } from "../words/chat-words.js";
import { explain } from "../words/errors.js";
import { clockTime } from "./clock-time.js";

const Prose = lazy(async () => ({ default: (await import("../parts/prose.js")).Prose }));

type User = Extract<Entry, { kind: "user" }>;
type Answer = Extract<Entry, { kind: "assistant" }>;
type Notice = Extract<Entry, { kind: "notice" }>;

interface Positioned {
  readonly position: string;
}

export const YouEntry = memo(function YouEntry({ entry, position }: Positioned & { readonly entry: User }) {
  return (
    <article className={`entry you-said ${position}`}>
      <time className="when">{clockTime(entry.at)}</time>
      <span className="mark tick" />
      <div className="body">
        <h2 className="sr">{CHAT.you}</h2>
        <p className="you">{entry.text}</p>
      </div>
    </article>
  );
});

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
          <Prose text={entry.text} isWriting={isWriting} />
        </Suspense>
      </div>
    </article>
  );
});

export const NoticeLine = memo(function NoticeLine({ entry, position }: Positioned & { readonly entry: Notice }) {
  const text = noticeText(entry.code);
  const explanation = explain(entry.code);
  const isFault = entry.reason === "failed";
  const shape = isFault
    ? "failed"
    : entry.reason === "interrupted"
      ? "interrupted"
      : entry.reason === "stopped"
        ? "cancelled"
        : "notice";
  return (
    <div className={`entry step ${position}`}>
      <time className="when">{clockTime(entry.at)}</time>
      <span className={`mark st-${shape}`}>
        <Glyph shape={shape} />
      </span>
      <div className="body">
        <p className="notice">
          {text ?? (
            <>
              {explanation.sentence} {explanation.nextStep} <span className="note">{entry.code}</span>
            </>
          )}
        </p>
      </div>
    </div>
  );
});
