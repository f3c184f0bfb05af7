import type { SignInView } from "@loop/contract";
import { DesktopIcon } from "@phosphor-icons/react/dist/csr/Desktop";
import { VisibleText } from "../parts/visible-text.js";
import { ACCOUNT, momentText } from "../words/account-words.js";

interface SignInListProps {
  readonly signIns: readonly SignInView[];
  readonly onRevoke: (id: string) => void;
}

/** Where the account is signed in; what a device says of itself is nobody's word but its own. */
export function SignInList({ signIns, onRevoke }: SignInListProps) {
  return (
    <ul className="list devices">
      {signIns.map((one) => (
        <Device key={one.id} signIn={one} onRevoke={() => onRevoke(one.id)} />
      ))}
    </ul>
  );
}

function Device({ signIn, onRevoke }: { readonly signIn: SignInView; readonly onRevoke: () => void }) {
  return (
    <li data-device={signIn.current ? "this" : "other"}>
      <DesktopIcon className="i" aria-hidden="true" />
      <div>
        <p className="row wrap">
          <strong className="breaks">
            <VisibleText text={signIn.device} />
          </strong>
          {signIn.current && <span className="tag">{ACCOUNT.thisDevice}</span>}
        </p>
        <p className="note">
          {ACCOUNT.since(momentText(signIn.createdAt))}, {ACCOUNT.lastUsed(momentText(signIn.lastUsedAt))}
        </p>
      </div>
      {!signIn.current && (
        <button type="button" className="btn small" aria-label={ACCOUNT.revokeLabel(signIn.device)} onClick={onRevoke}>
          {ACCOUNT.revoke}
        </button>
      )}
    </li>
  );
}
