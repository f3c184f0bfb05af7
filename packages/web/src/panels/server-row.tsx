import type { McpServerView } from "@loop/contract";
import { ArrowClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowClockwise";
import { PencilSimpleIcon } from "@phosphor-icons/react/dist/csr/PencilSimple";
import { TrashIcon } from "@phosphor-icons/react/dist/csr/Trash";
import { Glyph, Status } from "../parts/glyph.js";
import { Link } from "../parts/navigation.js";
import { Switch } from "../parts/switch.js";
import { VisibleText } from "../parts/visible-text.js";
import { targetOf } from "../words/card-words.js";
import { explainServer } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { SERVERS, statusWord } from "../words/server-words.js";

export interface ServerRowProps {
  readonly view: McpServerView;
  readonly sinceMs: number | null;
  readonly limitMs: number | null;
  readonly onEnable: (enabled: boolean) => void;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

/** Status, tool count, safe error with Retry, switch, edit, delete (UI-03). */
export function ServerRow({ view, sinceMs, limitMs, onEnable, onRetry, onRemove }: ServerRowProps) {
  const { config, status } = view;
  const word = statusWord(view, sinceMs, limitMs);
  return (
    <li data-server={config.id} data-status={status}>
      <div className="srv">
        <span className={`glyph st-${status}`}>
          <Glyph shape={status} />
        </span>
        <div>
          <span className={status === "disabled" ? "name dim" : "name"}>{config.name}</span>
          <code className="target cut1" title={targetOf(config)}>
            <VisibleText text={targetOf(config)} />
          </code>
        </div>
        <div className="state">
          {status === "ready" && view.toolCount > 0 ? (
            <Link className="st st-ready num" href={PATHS.tools(config.id)}>
              {word}
            </Link>
          ) : (
            <Status shape={status} word={word} hasGlyph={false} />
          )}
        </div>
        <div className="acts">
          <Link
            className="btn quiet icon small"
            href={PATHS.server(config.id)}
            aria-label={SERVERS.edit(config.name)}
            title={SERVERS.edit(config.name)}
          >
            <PencilSimpleIcon className="i" aria-hidden="true" />
          </Link>
          <button
            type="button"
            className="btn quiet icon small"
            aria-label={SERVERS.remove(config.name)}
            title={SERVERS.remove(config.name)}
            onClick={onRemove}
          >
            <TrashIcon className="i" aria-hidden="true" />
          </button>
          <Switch isOn={config.enabled} label={config.name} onChange={onEnable} />
        </div>
      </div>
      {view.status === "error" && <RowTrouble view={view} onRetry={onRetry} />}
      {view.status === "ready" && <RowCautions view={view} />}
    </li>
  );
}

function RowTrouble({
  view,
  onRetry,
}: {
  readonly view: Extract<McpServerView, { status: "error" }>;
  readonly onRetry: () => void;
}) {
  const { sentence, nextStep, code } = explainServer(view);
  return (
    <div className="srv-more">
      <p>
        <strong>{sentence}</strong> {nextStep}
        <br />
        <span className="note">{code}</span>
      </p>
      <div className="acts">
        <button type="button" className="btn small" onClick={onRetry}>
          <ArrowClockwiseIcon className="i" aria-hidden="true" />
          {SERVERS.retry}
        </button>
      </div>
    </div>
  );
}

function RowCautions({ view }: { readonly view: Extract<McpServerView, { status: "ready" }> }) {
  const dropped = view.droppedTools?.length ?? 0;
  if (dropped === 0 && view.changesNotFollowed !== true) return null;
  return (
    <div className="srv-more calm">
      <p className="note">
        {dropped > 0 && SERVERS.dropped(dropped)} {view.changesNotFollowed === true && SERVERS.notFollowed}
      </p>
    </div>
  );
}
