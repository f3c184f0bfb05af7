import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { APP } from "../words/app-words.js";

interface ConversationSearchProps {
  readonly wanted: string;
  readonly found: number;
  readonly onWanted: (wanted: string) => void;
}

/** Finds conversations by their title. */
export function ConversationSearch({ wanted, found, onWanted }: ConversationSearchProps) {
  return (
    <search className="find">
      <MagnifyingGlassIcon className="i" aria-hidden="true" />
      <input
        type="search"
        className="input"
        aria-label={APP.findConversation}
        placeholder={APP.findConversation}
        value={wanted}
        spellCheck={false}
        onChange={(event) => onWanted(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || wanted === "") return;
          event.stopPropagation();
          event.preventDefault();
          onWanted("");
        }}
      />
      <span className="sr" role="status">
        {wanted.trim() === "" ? "" : APP.found(found)}
      </span>
    </search>
  );
}
