import type { MemoryEntry } from "@loop/contract";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useState } from "react";
import { Confirm } from "../parts/confirm.js";
import { VisibleText } from "../parts/visible-text.js";
import { momentText } from "../words/account-words.js";
import { MEMORY } from "../words/persona-words.js";
import { MemoryForm } from "./memory-form.js";
import type { MemoryListProps } from "./memory-list.js";

interface MemoryRowProps extends Pick<MemoryListProps, "isBusy" | "onChange" | "onRemove"> {
  readonly memory: MemoryEntry;
}

type Open = "edit" | "remove" | null;

export function MemoryRow({ memory, isBusy, onChange, onRemove }: MemoryRowProps) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const change = async (text: string) => {
    const isDone = await onChange(memory.id, text);
    if (isDone) close();
    return isDone;
  };
  if (open === "edit") {
    return (
      <li>
        <MemoryForm
          label={MEMORY.text}
          initial={memory.text}
          isBusy={isBusy}
          yes={MEMORY.save}
          onSave={change}
          onCancel={close}
        />
      </li>
    );
  }
  return (
    <li>
      <RowHead memory={memory} onOpen={setOpen} />
      {open === "remove" && (
        <Confirm
          question={MEMORY.removeQuestion}
          says={MEMORY.removeSays}
          yes={MEMORY.removeYes}
          no={MEMORY.keep}
          isBusy={isBusy}
          onYes={() => void onRemove(memory.id)} // never rejects: a refusal is shown above the list
          onNo={close}
        />
      )}
    </li>
  );
}

interface RowHeadProps {
  readonly memory: MemoryEntry;
  readonly onOpen: (open: Open) => void;
}

/** A model may have written it, so nothing in it is invisible. */
function RowHead({ memory, onOpen }: RowHeadProps) {
  return (
    <div className="memory-row">
      <div>
        <p className="memory-text">
          <VisibleText text={memory.text} keepsLines />
        </p>
        <p className="note num">{momentText(memory.createdAt)}</p>
      </div>
      <div className="row">
        <button
          type="button"
          className="btn quiet icon small"
          aria-label={MEMORY.edit}
          title={MEMORY.edit}
          onClick={() => onOpen("edit")}
        >
          <PencilSimpleIcon className="i" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn quiet icon small"
          aria-label={MEMORY.remove}
          title={MEMORY.remove}
          onClick={() => onOpen("remove")}
        >
          <TrashIcon className="i" aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}
