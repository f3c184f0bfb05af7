import type { AccountServerTool, AccountServerView } from "@loop/contract";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useMemo, useState } from "react";
import { jsonLines } from "../parts/json-lines.js";
import { Payload } from "../parts/payload.js";
import { Quote } from "../parts/quote.js";
import { VisibleText } from "../parts/visible-text.js";
import { LIST } from "../words/tools-words.js";

interface ToolListProps {
  readonly server: AccountServerView;
  readonly tools: readonly AccountServerTool[];
}

/** Every stored tool in its server's own words, found by the letters of name and description. */
export function AccountServerToolList({ server, tools }: ToolListProps) {
  const [letters, setLetters] = useState("");
  const shown = useMemo(() => tools.filter((tool) => isFound(tool, letters)), [tools, letters]);
  const off = useMemo(
    () => new Set(server.groups.filter((group) => !group.enabled).map((group) => group.name)),
    [server],
  );
  return (
    <section aria-label={LIST.title(server.label)}>
      <div className="searchbox list-search">
        <MagnifyingGlassIcon className="i" aria-hidden="true" />
        <input
          type="search"
          value={letters}
          aria-label={LIST.find}
          placeholder={LIST.find}
          onChange={(event) => setLetters(event.target.value)}
        />
        <span className="note num" aria-live="polite">
          {LIST.found(shown.length, tools.length)}
        </span>
      </div>
      {shown.length === 0 && <p className="empty">{LIST.none}</p>}
      <ul className="list tool-cards">
        {shown.map((tool) => (
          <Tool key={tool.toolName} tool={tool} label={server.label} isOff={off.has(tool.group)} />
        ))}
      </ul>
    </section>
  );
}

function isFound({ toolName, label, description }: AccountServerTool, letters: string): boolean {
  const wanted = letters.trim().toLowerCase();
  return wanted === "" || [toolName, label, description].some((text) => text.toLowerCase().includes(wanted));
}

interface ToolProps {
  readonly tool: AccountServerTool;
  readonly label: string;
  readonly isOff: boolean;
}

function Tool({ tool, label, isOff }: ToolProps) {
  return (
    <li>
      <p className="row wrap">
        <code className={isOff ? "tool-name dimmer" : "tool-name"}>
          <VisibleText text={tool.toolName} />
        </code>
        {isOff && <span className="tag">{LIST.groupOff}</span>}
      </p>
      <p className="note">
        {LIST.calledBy}{" "}
        <code>
          <VisibleText text={tool.modelName} />
        </code>
      </p>
      {tool.description === "" ? (
        <p className="dimmer">{LIST.noWords}</p>
      ) : (
        <Quote text={tool.description} source={LIST.ownWords(label)} />
      )}
      <Schema schema={tool.inputSchema} />
    </li>
  );
}

/** Read line by line only once it is wanted: a catalog may hold hundreds. */
function Schema({ schema }: { readonly schema: unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="schema" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{LIST.schema}</summary>
      {isOpen && <Payload label={LIST.schemaLabel} lines={jsonLines(schema)} head={null} />}
    </details>
  );
}
