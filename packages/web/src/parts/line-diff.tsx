import type { JsonLine } from "./json-lines.js";
import { type DiffItem, listDiff } from "./list-diff.js";

export interface LineDiffWords {
  readonly head: (added: number, removed: number) => string;
  readonly unchanged: (lines: number) => string;
  readonly added: string;
  readonly removed: string;
}

interface LineDiffProps {
  readonly label: string;
  readonly before: readonly JsonLine[];
  readonly after: readonly JsonLine[];
  readonly words: LineDiffWords;
}

/** Lines around a change that are shown with it. */
const AROUND = 2;

/** Every line that is gone or new, with its surroundings; signs and words say which, not colour alone. */
export function LineDiff({ label, before, after, words }: LineDiffProps) {
  const items = listDiff(before, after, textOf);
  const count = (kept: string) => items.filter((item) => item.kept === kept).length;
  return (
    <div className="payload line-diff">
      <header>
        <span className="grow dim">
          {label}: {words.head(count("after"), count("before"))}
        </span>
      </header>
      <pre tabIndex={0} role="group" aria-label={label}>
        {pieces(items).map((piece, index) =>
          typeof piece === "number" ? (
            <span key={index} className="ln gap">
              {words.unchanged(piece)}
              {"\n"}
            </span>
          ) : (
            <Line key={index} item={piece} words={words} />
          ),
        )}
      </pre>
    </div>
  );
}

const CLASSES = { same: "ln", before: "ln gone", after: "ln come" };

function Line({ item, words }: { readonly item: DiffItem<JsonLine>; readonly words: LineDiffWords }) {
  const { kept, item: line } = item;
  return (
    <span className={line.depth === 0 ? CLASSES[kept] : `${CLASSES[kept]} in${Math.min(line.depth, 8)}`}>
      {kept !== "same" && (
        <span className="sign" role="img" aria-label={kept === "after" ? words.added : words.removed}>
          {kept === "after" ? "+" : "−"}
        </span>
      )}
      {line.parts.map((part, index) => (
        <span key={index} className={part.kind === "hidden" ? "hidden-mark" : part.kind === "key" ? "k" : undefined}>
          {part.text}
        </span>
      ))}
      {"\n"}
    </span>
  );
}

/** A number stands for as many lines that did not change. */
function pieces(items: readonly DiffItem<JsonLine>[]): readonly (DiffItem<JsonLine> | number)[] {
  const isNear = (index: number) =>
    items.slice(Math.max(0, index - AROUND), index + AROUND + 1).some(({ kept }) => kept !== "same");
  const shown: (DiffItem<JsonLine> | number)[] = [];
  items.forEach((item, index) => {
    const last = shown.at(-1);
    if (isNear(index)) shown.push(item);
    else if (typeof last === "number") shown[shown.length - 1] = last + 1;
    else shown.push(1);
  });
  return shown;
}

/** A comma at the end belongs to what follows, and indentation to what is around. */
function textOf({ depth, parts }: JsonLine): string {
  return `${depth} ${parts
    .map(({ text }) => text)
    .join("")
    .replace(/,$/, "")}`;
}
