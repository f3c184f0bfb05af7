import type { McpToolView } from "@loop/contract";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { useMemo, useState } from "react";
import { VisibleText } from "../parts/visible-text.js";
import { RUN } from "../words/run-words.js";

export interface ToolListProps {
  readonly tools: readonly McpToolView[];
  readonly chosen: McpToolView | null;
  /** Names a group; null where all tools are of one server. */
  readonly serverName: ((serverId: string) => string) | null;
  readonly onChoose: (tool: McpToolView) => void;
}

/** Tools by name, found by the letters of name and description. */
export function ToolList({ tools, chosen, serverName, onChoose }: ToolListProps) {
  const [letters, setLetters] = useState("");
  const found = useMemo(() => tools.filter((tool) => isFound(tool, letters)), [tools, letters]);
  const servers = [...new Set(found.map((tool) => tool.serverId))];
  return (
    <section aria-label={RUN.tools}>
      <div className="searchbox">
        <MagnifyingGlassIcon className="i" aria-hidden="true" />
        <input
          type="search"
          value={letters}
          aria-label={RUN.find}
          placeholder={RUN.find}
          onChange={(event) => setLetters(event.target.value)}
        />
        <span className="note num" aria-live="polite">
          {RUN.found(found.length, tools.length)}
        </span>
      </div>
      <div className="tl">
        {servers.map((serverId) => (
          <div key={serverId}>
            {serverName !== null && <h2>{serverName(serverId)}</h2>}
            <ul>
              {found
                .filter((tool) => tool.serverId === serverId)
                .map((tool) => (
                  <ToolLine
                    key={tool.modelName}
                    tool={tool}
                    isChosen={tool.modelName === chosen?.modelName}
                    onChoose={onChoose}
                  />
                ))}
            </ul>
          </div>
        ))}
        {found.length === 0 && <p className="note after">{RUN.none}</p>}
      </div>
    </section>
  );
}

interface ToolLineProps {
  readonly tool: McpToolView;
  readonly isChosen: boolean;
  readonly onChoose: (tool: McpToolView) => void;
}

function ToolLine({ tool, isChosen, onChoose }: ToolLineProps) {
  return (
    <li>
      <button type="button" aria-current={isChosen} onClick={() => onChoose(tool)}>
        <code>
          <VisibleText text={tool.toolName} />
        </code>
        <span className="note num">{RUN.fields(fieldCount(tool.inputSchema))}</span>
      </button>
    </li>
  );
}

function isFound(tool: McpToolView, letters: string): boolean {
  const wanted = letters.trim().toLowerCase();
  return wanted === "" || `${tool.toolName} ${tool.description}`.toLowerCase().includes(wanted);
}

/** How many fields a schema names at its top. */
export function fieldCount(schema: unknown): number {
  if (typeof schema !== "object" || schema === null || !("properties" in schema)) return 0;
  const { properties } = schema;
  return typeof properties === "object" && properties !== null ? Object.keys(properties).length : 0;
}
