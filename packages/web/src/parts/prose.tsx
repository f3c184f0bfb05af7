import { memo, useMemo } from "react";
import { type Block, blockHtml, markdownBlocks, wholeWords } from "./markdown.js";

interface ProseProps {
  readonly text: string;
  readonly isWriting: boolean;
}

/** A model's answer. Only the last block changes while it is being written. */
export function Prose({ text, isWriting }: ProseProps) {
  const shown = isWriting ? wholeWords(text) : text;
  const blocks = useMemo(() => markdownBlocks(shown), [shown]);
  return (
    <div className={isWriting ? "prose writing" : "prose"}>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

const BlockView = memo(
  function BlockView({ block }: { readonly block: Block }) {
    const html = useMemo(() => blockHtml(block), [block]);
    return <div className="block" dangerouslySetInnerHTML={{ __html: html }} />;
  },
  (before, after) => before.block.raw === after.block.raw,
);
