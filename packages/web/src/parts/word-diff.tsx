import { Fragment } from "react";
import { type Kept, listDiff } from "./list-diff.js";
import { VisibleText } from "./visible-text.js";

interface WordDiffProps {
  readonly before: string;
  readonly after: string;
  readonly was: string;
  readonly now: string;
  /** Said in the place of an empty text. */
  readonly nothing: string;
}

/** Two texts, one below the other, with the words that differ marked in each. */
export function WordDiff({ before, after, was, now, nothing }: WordDiffProps) {
  const parts = listDiff(wordsOf(before), wordsOf(after), (word) => word.trimEnd());
  return (
    <dl className="word-diff">
      <dt>{was}</dt>
      <dd>
        <Side parts={parts} kept="before" nothing={nothing} />
      </dd>
      <dt>{now}</dt>
      <dd>
        <Side parts={parts} kept="after" nothing={nothing} />
      </dd>
    </dl>
  );
}

interface SideProps {
  readonly parts: ReturnType<typeof listDiff<string>>;
  readonly kept: "before" | "after";
  readonly nothing: string;
}

function Side({ parts, kept, nothing }: SideProps) {
  const runs = runsOf(parts.filter((part) => part.kept === "same" || part.kept === kept));
  if (runs.length === 0) return <span className="dimmer">{nothing}</span>;
  return runs.map((run, index) => {
    const text = <VisibleText text={run.text} keepsLines />;
    if (run.kept === "same") return <Fragment key={index}>{text}</Fragment>;
    return kept === "before" ? <del key={index}>{text}</del> : <ins key={index}>{text}</ins>;
  });
}

/** Neighbours of one kind are one stretch of text. */
function runsOf(parts: SideProps["parts"]): readonly { readonly kept: Kept; readonly text: string }[] {
  const runs: { kept: Kept; text: string }[] = [];
  for (const { kept, item } of parts) {
    const last = runs.at(-1);
    if (last?.kept === kept) last.text += item;
    else runs.push({ kept, text: item });
  }
  return runs;
}

/** Each word with the space after it, so that spaces alone are nothing in common. */
function wordsOf(text: string): readonly string[] {
  return text.match(/^\s+|\S+\s*/g) ?? [];
}
