import { CopyIcon } from "@phosphor-icons/react/dist/csr/Copy";
import { useState } from "react";
import { useTimers } from "./timers-context.js";

interface CopyButtonProps {
  readonly text: () => string;
  readonly word: string;
  readonly doneWord: string;
}

export function CopyButton({ text, word, doneWord }: CopyButtonProps) {
  const { later } = useTimers();
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text());
    setDone(true);
    later(1600, () => setDone(false));
  };
  return (
    <button type="button" className="btn quiet small" onClick={() => void copy().catch(() => setDone(false))}>
      <CopyIcon className="i" aria-hidden="true" />
      {isDone ? doneWord : word}
    </button>
  );
}
