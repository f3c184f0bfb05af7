import type { McpServerView } from "@loop/contract";
import { ArrowClockwiseIcon } from "@phosphor-icons/react/dist/csr/ArrowClockwise";
import type { ReactNode } from "react";
import { Glyph, type Shape } from "../parts/glyph.js";
import { Link } from "../parts/navigation.js";
import { explain, explainServer } from "../words/errors.js";
import { FORM } from "../words/form-words.js";
import { PATHS } from "../words/paths.js";
import { elapsed, SERVERS } from "../words/server-words.js";

export interface SaveDockProps {
  readonly isSaving: boolean;
  /** Why the save was refused; null if it was not. */
  readonly code: string | null;
  /** The server as it stands now, once this form has saved it. */
  readonly saved: McpServerView | null;
  /** The form differs from what was saved. */
  readonly isChanged: boolean;
  readonly sinceMs: number | null;
  readonly limitMs: number | null;
  readonly enabled: boolean;
  readonly onRetry: () => void;
  readonly onDisable: () => void;
}

/** Always in view: what saving would do, and afterwards how the connection stands (UI-02). */
export function SaveDock(props: SaveDockProps) {
  const { saved, code } = props;
  if (code !== null) return <RefusedDock {...props} code={code} />;
  if (saved === null) return <PlainDock {...props} />;
  if (saved.status === "error") return <ErrorDock {...props} saved={saved} />;
  return (
    <Dock shape={saved.status}>
      <div className="grow" role="status">
        <strong>{savedSentence(saved)}</strong>{" "}
        {saved.status === "connecting" && (
          <span className="num dim">{elapsed(props.sinceMs, props.limitMs).replace(/^, /, "")}</span>
        )}
        <br />
        {isUnderWay(saved) && <span className="note">{FORM.firstStart}</span>}
      </div>
      {isUnderWay(saved) && !props.isChanged && (
        <button type="button" className="btn quiet" onClick={props.onDisable}>
          {FORM.disable}
        </button>
      )}
      <BackLink />
      {props.isChanged && <SaveButton {...props} />}
    </Dock>
  );
}

interface DockProps {
  readonly shape: Shape | null;
  readonly isFault?: boolean;
  readonly children: ReactNode;
}

function Dock({ shape, isFault = false, children }: DockProps) {
  return (
    <div className={isFault ? "dock fault" : "dock"}>
      {shape !== null && (
        <span className={`st-${shape}`}>
          <Glyph shape={shape} isBig />
        </span>
      )}
      {children}
    </div>
  );
}

function PlainDock(props: SaveDockProps) {
  return (
    <Dock shape={null}>
      <span className="grow" />
      <Link className="btn" href={PATHS.servers}>
        {FORM.cancel}
      </Link>
      <SaveButton {...props} />
    </Dock>
  );
}

function RefusedDock(props: SaveDockProps & { readonly code: string }) {
  const { sentence, nextStep, code } = explain(props.code);
  return (
    <Dock shape="error" isFault>
      <div className="grow" role="alert">
        <strong>
          {FORM.notSaved} {sentence}
        </strong>
        <br />
        {nextStep} <span className="note">{code}</span>
      </div>
      <BackLink />
      <SaveButton {...props} />
    </Dock>
  );
}

function ErrorDock(props: SaveDockProps & { readonly saved: Extract<McpServerView, { status: "error" }> }) {
  const { sentence, nextStep, code } = explainServer(props.saved);
  return (
    <Dock shape="error" isFault>
      <div className="grow" role="alert">
        <strong>
          {FORM.savedBut} {sentence}
        </strong>
        <br />
        {nextStep} <span className="note">{code}</span>
      </div>
      <BackLink />
      {props.isChanged ? (
        <SaveButton {...props} />
      ) : (
        <button type="button" className="btn ink" onClick={props.onRetry}>
          <ArrowClockwiseIcon className="i" aria-hidden="true" />
          {SERVERS.retry}
        </button>
      )}
    </Dock>
  );
}

function BackLink() {
  return (
    <Link className="btn" href={PATHS.servers}>
      {FORM.backToList}
    </Link>
  );
}

function SaveButton({ isSaving, enabled }: SaveDockProps) {
  return (
    <button type="submit" className="btn ink" disabled={isSaving}>
      {isSaving ? FORM.saving : enabled ? FORM.saveAndConnect : FORM.save}
    </button>
  );
}

function isUnderWay({ status }: McpServerView): boolean {
  return status === "connecting" || status === "queued" || status === "refreshing";
}

function savedSentence({ status, config: { name } }: McpServerView): string {
  switch (status) {
    case "queued":
      return FORM.savedQueued(name);
    case "ready":
      return FORM.savedReady(name);
    case "disabled":
      return FORM.savedDisabled(name);
    default:
      return FORM.savedConnecting(name);
  }
}
