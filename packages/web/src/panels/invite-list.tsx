import type { Invite } from "@loop/contract";
import { momentText } from "../words/account-words.js";
import { ADMIN_ACCOUNTS, ADMIN_REGISTRATION } from "../words/admin-words.js";

interface InviteListProps {
  readonly invites: readonly Invite[];
  readonly now: number;
  readonly onRevoke: (id: string) => void;
}

export function InviteList({ invites, now, onRevoke }: InviteListProps) {
  if (invites.length === 0) return <p className="dim">{ADMIN_REGISTRATION.empty}</p>;
  return (
    <ul className="list admin-rows">
      {invites.map((one) => (
        <li key={one.id} className="invite-row">
          <div>
            <strong>{ADMIN_ACCOUNTS.roles[one.role]}</strong>
            <p className="note">
              {ADMIN_REGISTRATION.madeAt(momentText(one.createdAt))},{" "}
              {Date.parse(one.expiresAt) <= now
                ? ADMIN_REGISTRATION.expired
                : ADMIN_REGISTRATION.expires(momentText(one.expiresAt))}
            </p>
          </div>
          <button
            type="button"
            className="btn small"
            aria-label={ADMIN_REGISTRATION.revokeLabel(ADMIN_ACCOUNTS.roles[one.role], momentText(one.createdAt))}
            onClick={() => onRevoke(one.id)}
          >
            {ADMIN_REGISTRATION.revoke}
          </button>
        </li>
      ))}
    </ul>
  );
}
