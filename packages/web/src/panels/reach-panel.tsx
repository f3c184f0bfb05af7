import type { Grant } from "@loop/contract";
import { Glyph } from "../parts/glyph.js";
import { Link } from "../parts/navigation.js";
import { VisibleText } from "../parts/visible-text.js";
import { APP } from "../words/app-words.js";
import { PATHS } from "../words/paths.js";
import type { ReachServer } from "./reach-server.js";

export interface ReachPanelProps {
  readonly servers: readonly ReachServer[];
  /** Null where nothing can be allowed for a session. */
  readonly grants: readonly Grant[] | null;
  readonly hasConversation: boolean;
  /** The conversation has its MCP tools switched off. */
  readonly isSwitchedOff: boolean;
  readonly runHref: string;
  readonly onRevoke: (grantId: string) => void;
}

/** What this conversation can reach now, and what it may do without asking. */
export function ReachPanel(props: ReachPanelProps) {
  const { servers, grants, hasConversation, isSwitchedOff, runHref, onRevoke } = props;
  const ready = servers.filter((one) => one.isReady && !isSwitchedOff);
  const tools = ready.reduce((sum, one) => sum + one.toolCount, 0);
  const shown = servers.filter((one) => !one.isOff);
  return (
    <aside className="reach" aria-label={APP.reachOf}>
      <section>
        <h2>
          {APP.inReach}
          <small className="num">{APP.reachCount(ready.length, servers.length, tools)}</small>
        </h2>
        {isSwitchedOff && servers.length > 0 && <p className="note after">{APP.toolsOff}</p>}
        <ul>
          {shown.map((one) => (
            <ServerLine key={one.id} server={one} isDimmed={isSwitchedOff} />
          ))}
        </ul>
        {tools > 0 && (
          <p className="note after">
            <Link href={runHref}>{APP.runByHand}</Link>
          </p>
        )}
        {servers.length === 0 && (
          <p className="note after">
            {APP.noServers} <Link href={PATHS.settings}>{APP.addServer}</Link>
          </p>
        )}
      </section>
      {hasConversation && grants !== null && <Grants grants={grants} servers={servers} onRevoke={onRevoke} />}
    </aside>
  );
}

function ServerLine({ server, isDimmed }: { readonly server: ReachServer; readonly isDimmed: boolean }) {
  const { name, shape, isReady, toolCount, word } = server;
  return (
    <li>
      <span className={isDimmed ? "st-disabled" : `st-${shape}`}>
        <Glyph shape={isDimmed ? "disabled" : shape} />
      </span>
      <span className={isReady && !isDimmed ? "cut1" : "cut1 dim"}>{name}</span>
      <span className="note num">{isReady ? toolCount : word}</span>
    </li>
  );
}

interface GrantsProps {
  readonly grants: readonly Grant[];
  readonly servers: readonly ReachServer[];
  readonly onRevoke: (grantId: string) => void;
}

function Grants({ grants, servers, onRevoke }: GrantsProps) {
  const nameOf = (id: string) => servers.find((one) => one.id === id)?.name ?? id;
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
