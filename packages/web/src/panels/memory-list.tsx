import { type MemoryEntry, PERSONA_LIMITS } from "@loop/contract";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useMemo, useState } from "react";
import { holdsWords } from "../parts/title-search.js";
import { MEMORY } from "../words/persona-words.js";
import { MemoryForm } from "./memory-form.js";
import { MemoryRow } from "./memory-row.js";

export interface MemoryListProps {
  readonly memories: readonly MemoryEntry[];
  readonly isBusy: boolean;
  /** Each resolves to whether it was done; why not is shown above the list. */
  readonly onAdd: (text: string) => Promise<boolean>;
  readonly onChange: (id: string, text: string) => Promise<boolean>;
  readonly onRemove: (id: string) => Promise<boolean>;
}

/** Few entries are seen at once. */
const MOST_WITHOUT_SEARCH = 8;

/** Everything a persona remembers: to be read, added to, changed and deleted by the person. */
export function MemoryList({ memories, isBusy, onAdd, onChange, onRemove }: MemoryListProps) {
  const [words, setWords] = useState("");
  const isLong = memories.length > MOST_WITHOUT_SEARCH;
  const wanted = isLong ? words : "";
  const shown = useMemo(() => memories.filter((one) => holdsWords(one.text, wanted)), [memories, wanted]);
  const isFull = memories.length >= PERSONA_LIMITS.memories;
  return (
    <>
      {isFull ? (
        <p>{MEMORY.full}</p>
      ) : (
        <MemoryForm label={MEMORY.add} hint={MEMORY.addHint} isBusy={isBusy} yes={MEMORY.addYes} onSave={onAdd} />
      )}
      <p className="note num">{MEMORY.count(memories.length)}</p>
      {isLong && <Search words={words} onWords={setWords} shown={shown.length} all={memories.length} />}
      {memories.length === 0 && <p className="dim">{MEMORY.empty}</p>}
      {memories.length > 0 && shown.length === 0 && <p className="dim">{MEMORY.none}</p>}
      {shown.length > 0 && (
        <ul className="list memories" aria-label={MEMORY.title}>
          {shown.map((memory) => (
            <MemoryRow key={memory.id} memory={memory} isBusy={isBusy} onChange={onChange} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </>
  );
}

interface SearchProps {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly shown: number;
  readonly all: number;
}

function Search({ words, onWords, shown, all }: SearchProps) {
  return (
    <div className="searchbox">
      <MagnifyingGlassIcon className="i" aria-hidden="true" />
      <input
        type="search"
        value={words}
        aria-label={MEMORY.find}
        placeholder={MEMORY.find}
        onChange={(event) => onWords(event.target.value)}
      />
      <span className="note num" aria-live="polite">
        {MEMORY.found(shown, all)}
      </span>
    </div>
  );
}
