import { CopyButton } from "./copy-button.js";
import type { CodeKind } from "./highlight/code-token.js";
import { useHighlighted } from "./highlight/use-highlighted.js";

export interface CodeWords {
  readonly copy: string;
  readonly copied: string;
  /** What a block of code is called where its language is not named. */
  readonly code: string;
}

interface CodeBlockProps {
  /** As the fence names it; may be "". */
  readonly language: string;
  readonly code: string;
  /** False while it is being written: then it stays plain. */
  readonly isFinished: boolean;
  readonly words: CodeWords;
}

const CLASSES: Readonly<Record<CodeKind, string>> = {
  plain: "",
  comment: "esc",
  keyword: "n",
  string: "v",
  key: "k",
  literal: "n",
};

/** Code in an answer: its language, a way to copy it, and the code itself, wrapped. */
export function CodeBlock({ language, code, isFinished, words }: CodeBlockProps) {
  const lines = useHighlighted(language, code, isFinished);
  const name = language.trim().split(/[\s,{]/, 1)[0] ?? "";
  return (
    <div className="code-block">
      <header>
        <span className="grow cut1">{name === "" ? words.code : name}</span>
        <CopyButton text={() => code} word={words.copy} doneWord={words.copied} />
      </header>
      <pre tabIndex={0} role="group" aria-label={name === "" ? words.code : `${words.code}, ${name}`}>
        <code>
          {lines === null
            ? code
            : lines.flatMap((line, row) => [
                ...line.map(({ kind, text }, index) =>
                  kind === "plain" ? (
                    text
                  ) : (
                    <span key={`${row} ${index}`} className={CLASSES[kind]}>
                      {text}
                    </span>
                  ),
                ),
                row === lines.length - 1 ? "" : "\n",
              ])}
        </code>
      </pre>
    </div>
  );
}
