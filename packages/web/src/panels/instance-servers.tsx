import type { InstanceServerView } from "@loop/contract";
import { MagnifyingGlassIcon } from "@phosphor-icons/react/dist/csr/MagnifyingGlass";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { useMemo, useState } from "react";
import { Confirm } from "../parts/confirm.js";
import { Status } from "../parts/glyph.js";
import { VisibleText } from "../parts/visible-text.js";
import { ADMIN_SERVERS, instanceServerWords } from "../words/admin-words.js";

interface InstanceServersProps {
  readonly servers: readonly InstanceServerView[];
  readonly onSuspend: (id: string, suspended: boolean) => void;
  readonly onRemove: (id: string) => void;
}

/** Every server on the instance with whose it is; what it offers and its token are nobody's business here. */
export function InstanceServers({ servers, onSuspend, onRemove }: InstanceServersProps) {
  const [letters, setLetters] = useState("");
  const shown = useMemo(() => servers.filter((one) => isFound(one, letters)), [servers, letters]);
  if (servers.length === 0) return <p className="empty">{ADMIN_SERVERS.empty}</p>;
  return (
    <section aria-label={ADMIN_SERVERS.title}>
      <div className="table-head">
        <p className="note num">{countsOf(servers)}</p>
        <div className="searchbox">
          <MagnifyingGlassIcon className="i" aria-hidden="true" />
          <input
            type="search"
            value={letters}
            aria-label={ADMIN_SERVERS.find}
            placeholder={ADMIN_SERVERS.find}
            onChange={(event) => setLetters(event.target.value)}
          />
        </div>
      </div>
      {shown.length === 0 ? (
        <p className="empty">{ADMIN_SERVERS.none}</p>
      ) : (
        <ul className="list admin-rows">
          {shown.map((one) => (
            <Row
              key={one.id}
              server={one}
              onSuspend={(suspended) => onSuspend(one.id, suspended)}
              onRemove={() => onRemove(one.id)}
            />
          ))}
        </ul>
      )}
      <p className="note after-list">{ADMIN_SERVERS.foot}</p>
    </section>
  );
}

function countsOf(servers: readonly InstanceServerView[]): string {
  const owners = new Set(servers.map((one) => one.owner.id)).size;
  return ADMIN_SERVERS.counts(servers.length, owners, servers.filter((one) => one.suspended).length);
}

function isFound({ label, url, owner }: InstanceServerView, letters: string): boolean {
  const wanted = letters.trim().toLowerCase();
  return wanted === "" || [label, url, owner.name].some((text) => text.toLowerCase().includes(wanted));
}

interface RowProps {
  readonly server: InstanceServerView;
  readonly onSuspend: (suspended: boolean) => void;
  readonly onRemove: () => void;
}

function Row({ server, onSuspend, onRemove }: RowProps) {
  const [isRemoving, setRemoving] = useState(false);
  const { label, url, owner, suspended } = server;
  const words = instanceServerWords(server);
  const removeLabel = ADMIN_SERVERS.removeLabel(label, owner.name);
  return (
    <li className={suspended ? "hatch" : ""} data-server={label}>
      <div className="admin-row">
        <div>
          <strong className="name">{label}</strong>
          <code className="target">
            <VisibleText text={url} />
          </code>
        </div>
        <span className="owner">
          <span className="sr">{ADMIN_SERVERS.owner}: </span>
          {owner.name}
        </span>
        <Status shape={words.shape} word={words.word} />
        <div className="acts">
          <button
            type="button"
            className="btn small"
            aria-label={
              suspended ? ADMIN_SERVERS.liftLabel(label, owner.name) : ADMIN_SERVERS.suspendLabel(label, owner.name)
            }
            onClick={() => onSuspend(!suspended)}
          >
            {suspended ? ADMIN_SERVERS.lift : ADMIN_SERVERS.suspend}
          </button>
          <button
            type="button"
            className="btn quiet icon small"
            aria-label={removeLabel}
            title={removeLabel}
            onClick={() => setRemoving(true)}
          >
            <TrashIcon className="i" aria-hidden="true" />
          </button>
        </div>
      </div>
      {isRemoving && (
        <Confirm
          question={ADMIN_SERVERS.removeQuestion(label, owner.name)}
          says={ADMIN_SERVERS.removeSays(owner.name)}
          yes={ADMIN_SERVERS.remove}
          no={ADMIN_SERVERS.keep}
          onYes={onRemove}
          onNo={() => setRemoving(false)}
        />
      )}
    </li>
  );
}
