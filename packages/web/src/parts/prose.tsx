import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { CodeBlock, type CodeWords } from "./code-block.js";
import { type Block, blockHtml, type Code, codeBlock, codesIn, markdownBlocks, wholeWords } from "./markdown.js";

interface ProseProps {
  readonly text: string;
  readonly isWriting: boolean;
  readonly words: CodeWords;
}

/** A model's answer. Only the last block changes while it is being written. */
export function Prose({ text, isWriting, words }: ProseProps) {
  const shown = isWriting ? wholeWords(text) : text;
  const blocks = useMemo(() => markdownBlocks(shown), [shown]);
  return (
    <div className={isWriting ? "prose writing" : "prose"}>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} isFinished={!isWriting || index < blocks.length - 1} words={words} />
      ))}
    </div>
  );
}

interface BlockProps {
  readonly block: Block;
  readonly isFinished: boolean;
  readonly words: CodeWords;
}

const BlockView = memo(
  function BlockView({ block, isFinished, words }: BlockProps) {
    const code = codeBlock(block);
    if (code === null) return <HtmlBlock block={block} isFinished={isFinished} words={words} />;
    return (
      <div className="block">
        <CodeBlock {...code} isFinished={isFinished} words={words} />
      </div>
    );
  },
  (before, after) => before.block.raw === after.block.raw && before.isFinished === after.isFinished,
);

interface Place {
  readonly element: Element;
  readonly pre: Element;
  readonly code: Code;
}

/** Code inside a list or a quote becomes the same block as any other once the list is finished. */
function HtmlBlock({ block, isFinished, words }: BlockProps) {
  const html = useMemo(() => blockHtml(block), [block]);
  const root = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<readonly Place[]>([]);
  useLayoutEffect(() => {
    const found = isFinished && root.current !== null ? placesIn(root.current, codesIn(block)) : [];
    for (const { element, pre } of found) pre.replaceWith(element);
    if (found.length > 0) setPlaces(found);
    return () => {
      for (const { element, pre } of found) element.replaceWith(pre);
      if (found.length > 0) setPlaces([]);
    };
  }, [block, isFinished]);
  return (
    <>
      <div className="block" ref={root} dangerouslySetInnerHTML={{ __html: html }} />
      {places.map(({ element, code }, index) =>
        createPortal(<CodeBlock {...code} isFinished words={words} />, element, String(index)),
      )}
    </>
  );
}

function placesIn(root: Element, codes: readonly Code[]): readonly Place[] {
  const found = [...root.querySelectorAll("pre")];
  if (codes.length !== found.length) return [];
  return codes.flatMap((code, index) => {
    const pre = found[index];
    return pre === undefined ? [] : [{ pre, code, element: document.createElement("div") }];
  });
}
