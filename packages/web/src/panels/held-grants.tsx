import type { RouteReply } from "@loop/contract";
import { Glyph } from "../parts/glyph.js";
import { Link } from "../parts/navigation.js";
import { VisibleText } from "../parts/visible-text.js";
import { PATHS } from "../words/paths.js";
import { PERMISSIONS } from "../words/permission-words.js";
import { clockTime } from "./clock-time.js";

export type HeldGrant = RouteReply<"listAllGrants">["grants"][number];

interface HeldGrantsProps {
  readonly grants: readonly HeldGrant[];
  readonly serverName: (id: string) => string;
  readonly onRevoke: (held: HeldGrant) => void;
}

/** What runs without asking, where, since when, and the way to take it back. */
export function HeldGrants({ grants, serverName, onRevoke }: HeldGrantsProps) {
  if (grants.length === 0) return <p className="dim">{PERMISSIONS.none}</p>;
  return (
    <ul className="list held">
      {grants.map((held) => (
        <li key={held.grant.id}>
          <span className="st-allowed">
            <Glyph shape="allowed" />
          </span>
          <div>
            <code className="breaks">
              <VisibleText text={held.grant.toolName} />
            </code>
            <p className="note">
              {serverName(held.grant.serverId)}, {PERMISSIONS.in}{" "}
              <Link href={PATHS.conversation(held.conversationId)}>{nameOf(held)}</Link>,{" "}
              {PERMISSIONS.since(clockTime(held.grant.grantedAt))}
            </p>
          </div>
          <button
            type="button"
            className="btn small"
            aria-label={PERMISSIONS.revokeLabel(held.grant.toolName, nameOf(held))}
            onClick={() => onRevoke(held)}
          >
            {PERMISSIONS.revoke}
          </button>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ title }: HeldGrant): string {
  return title === "" ? PERMISSIONS.untitled : title;
}
