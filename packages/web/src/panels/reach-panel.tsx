import type { Grant, McpServerView } from "@loop/contract";
import { Glyph } from "../parts/glyph.js";
import { Link } from "../parts/navigation.js";
import { VisibleText } from "../parts/visible-text.js";
import { APP } from "../words/app-words.js";
import { PATHS } from "../words/paths.js";
import { statusWord } from "../words/server-words.js";

export interface ReachPanelProps {
  readonly servers: readonly McpServerView[];
  readonly grants: readonly Grant[];
  readonly hasConversation: boolean;
  readonly runHref: string;
  readonly onRevoke: (grantId: string) => void;
}

/** What this conversation can reach now, and what it may do without asking. */
export function ReachPanel({ servers, grants, hasConversation, runHref, onRevoke }: ReachPanelProps) {
  const ready = servers.filter((view) => view.status === "ready");
  const tools = ready.reduce((sum, view) => sum + view.toolCount, 0);
  const shown = servers.filter((view) => view.status !== "disabled");
  return (
    <aside className="reach" aria-label={APP.reachOf}>
      <section>
        <h2>
          {APP.inReach}
          <small className="num">{APP.reachCount(ready.length, servers.length, tools)}</small>
        </h2>
        <ul>
          {shown.map((view) => (
            <ServerLine key={view.config.id} view={view} />
          ))}
        </ul>
        {tools > 0 && (
          <p className="note after">
            <Link href={runHref}>{APP.runByHand}</Link>
          </p>
        )}
        {servers.length === 0 && (
          <p className="note after">
            {APP.noServers} <Link href={PATHS.servers}>{APP.addServer}</Link>
          </p>
        )}
      </section>
      {hasConversation && <Grants grants={grants} servers={servers} onRevoke={onRevoke} />}
    </aside>
  );
}

function ServerLine({ view }: { readonly view: McpServerView }) {
  const isReady = view.status === "ready";
  return (
    <li>
      <span className={`st-${view.status}`}>
        <Glyph shape={view.status} />
      </span>
      <span className={isReady ? "cut1" : "cut1 dim"}>{view.config.name}</span>
      <span className="note num">{isReady ? view.toolCount : reachWord(view)}</span>
    </li>
  );
}

function reachWord(view: McpServerView): string {
  return view.status === "error" ? statusWord(view, null, null) : APP.nextPrompt;
}

function Grants({ grants, servers, onRevoke }: Pick<ReachPanelProps, "grants" | "servers" | "onRevoke">) {
  const nameOf = (id: string) => servers.find((view) => view.config.id === id)?.config.name ?? id;
  return (
    <section>
      <h2>
        {APP.allowedForSession}
        <small className="num">{grants.length}</small>
      </h2>
      <ul>
        {grants.map((grant) => (
          <li key={grant.id}>
            <span className="st-allowed">
              <Glyph shape="allowed" />
            </span>
            <span>
              <code>
                <VisibleText text={grant.toolName} />
              </code>
              <br />
              <span className="note">{nameOf(grant.serverId)}</span>
            </span>
            <button
              type="button"
              className="btn quiet small"
              aria-label={APP.revokeLabel(grant.toolName)}
              onClick={() => onRevoke(grant.id)}
            >
              {APP.revoke}
            </button>
          </li>
        ))}
      </ul>
      <p className="note after">{grants.length === 0 ? APP.noGrants : APP.grantsEnd}</p>
    </section>
  );
}
