import type { ApprovalRequest, AppState } from "@loop/contract";
import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { CopyButton } from "../parts/copy-button.js";
import { ErrorBoundary } from "../parts/error-boundary.js";
import { type JsonLine, jsonBytes, jsonLines, shownLines } from "../parts/json-lines.js";
import { Payload } from "../parts/payload.js";
import { Quote } from "../parts/quote.js";
import { textLines } from "../parts/text-lines.js";
import { VisibleText } from "../parts/visible-text.js";
import { BUILTIN, whyAsked } from "../words/builtin-words.js";
import { CARD } from "../words/card-words.js";
import { commandWork } from "./builtin-work.js";
import { momentOf } from "./clock-time.js";

/** Rarely needed, so that it is loaded with the first tool that changed. */
const ChangedDefinition = lazy(async () => ({
  default: (await import("./changed-definition.js")).ChangedDefinition,
}));

import type { ServerPlace } from "./reach-server.js";

interface CardFactsProps {
  readonly request: ApprovalRequest;
  readonly serverName: string;
  readonly place: ServerPlace | null;
  readonly askedBy: string;
  readonly onReadScript: (() => void) | null;
  readonly isAllShown: boolean;
  readonly onShowAll: () => void;
  /** Where Loop's own tools work, and what holds them. */
  readonly room: BuiltinPlace;
}

export interface BuiltinPlace {
  readonly workspace: string | null;
  readonly sandbox: AppState["sandbox"];
}

/** What the card shows line by line: a command as it is written, anything else as JSON. */
export function exactLines(request: ApprovalRequest): readonly JsonLine[] {
  const command = ownCommand(request);
  return command === null ? jsonLines(request.args) : textLines(command);
}

/** Who asks, where it goes, exactly what would be sent, and what the server says about it. */
export function CardFacts(props: CardFactsProps) {
  const { request, serverName, place, askedBy, onReadScript } = props;
  if ("builtin" in request.tool) return <OwnFacts {...props} />;
  return (
    <dl className="facts">
      {request.changed !== undefined && <Changed changed={request.changed} serverName={serverName} />}
      <Fact name={CARD.askedBy}>
        {askedBy}
        {onReadScript !== null && <ScriptLink onRead={onReadScript} />}
      </Fact>
      <Fact name={CARD.goesTo}>
        <Target serverName={serverName} place={place} />
      </Fact>
      <Fact name={CARD.willSend}>
        <Arguments {...props} />
      </Fact>
      <Fact name={CARD.itSays}>
        {request.description === "" ? (
          <span className="dimmer">{CARD.noWords}</span>
        ) : (
          <Quote text={request.description} source={CARD.ownWords(serverName)} />
        )}
      </Fact>
    </dl>
  );
}

interface ChangedProps {
  readonly changed: NonNullable<ApprovalRequest["changed"]>;
  readonly serverName: string;
}

/** First of all facts: whoever said yes to this tool before said it to another one (PER-15). */
function Changed({ changed, serverName }: ChangedProps) {
  return (
    <Fact name={CARD.changed}>
      <p className="changed-since">{CARD.changedSince(momentOf(changed.allowedAt))}</p>
      <ErrorBoundary fallback={<p>{CARD.changedUnread}</p>}>
        <Suspense fallback={null}>
          <ChangedDefinition changed={changed} serverName={serverName} />
        </Suspense>
      </ErrorBoundary>
    </Fact>
  );
}

/** A tool of Loop's own: nobody else's words, but why it is asked and what it could reach. */
function OwnFacts(props: CardFactsProps) {
  const { request, askedBy, room } = props;
  const work = commandWork(request.args);
  const isHeld = room.sandbox?.state === "partial" || room.sandbox?.state === "enforced";
  return (
    <dl className="facts">
      <Fact name={BUILTIN.command}>
        <Arguments {...props} />
      </Fact>
      <Fact name={BUILTIN.runsIn}>
        <Folder workspace={room.workspace} folder={work?.folder ?? null} />
      </Fact>
      {work?.seconds !== null && work !== null && <Fact name={BUILTIN.limit}>{BUILTIN.seconds(work.seconds)}</Fact>}
      <Fact name={BUILTIN.why}>
        {whyAsked(room.sandbox)}
        {!isHeld && <p>{BUILTIN.rights}</p>}
      </Fact>
      <Fact name={CARD.askedBy}>{askedBy}</Fact>
    </dl>
  );
}

/** The folder as it was asked for, beside the workspace it counts from. */
function Folder({ workspace, folder }: { readonly workspace: string | null; readonly folder: string | null }) {
  return (
    <>
      <code>
        <VisibleText text={workspace ?? BUILTIN.noWorkspace} />
      </code>
      {folder !== null && (
        <p>
          <span className="dimmer">{BUILTIN.folder} </span>
          <code>
            <VisibleText text={folder} />
          </code>
        </p>
      )}
    </>
  );
}

function ScriptLink({ onRead }: { readonly onRead: () => void }) {
  return (
    <>
      {CARD.script}{" "}
      <button type="button" className="text-link" onClick={onRead}>
        {CARD.readHere}
      </button>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Target({ serverName, place }: Pick<CardFactsProps, "serverName" | "place">) {
  if (place === null) return serverName;
  return (
    <>
      {place.isProgram ? CARD.program(serverName) : CARD.address(serverName)}
      <br />
      <code className="dimmer">
        <VisibleText text={place.target} />
      </code>
    </>
  );
}

function Arguments({ request, isAllShown, onShowAll }: CardFactsProps) {
  const lines = useMemo(() => exactLines(request), [request]);
  const first = shownLines(lines);
  const hidden = isAllShown ? 0 : lines.length - first;
  return (
    <Payload
      isRegion
      label={CARD.exactText}
      lines={hidden === 0 ? lines : lines.slice(0, first)}
      head={
        <>
          <span className="grow dim num">{sizeText(request)}</span>
          <CopyButton text={() => exactText(request)} word={CARD.copy} doneWord={CARD.copied} />
        </>
      }
      foot={
        hidden === 0 ? undefined : (
          <>
            <span className="grow">{CARD.restOf(hidden)}</span>
            <button type="button" className="btn small" onClick={onShowAll}>
              {CARD.showAll}
            </button>
          </>
        )
      }
    />
  );
}

function ownCommand({ tool, args }: ApprovalRequest): string | null {
  return "builtin" in tool && tool.builtin === "run_command" ? (commandWork(args)?.command ?? null) : null;
}

function exactText(request: ApprovalRequest): string {
  return ownCommand(request) ?? JSON.stringify(request.args, null, 2);
}

function sizeText(request: ApprovalRequest): string {
  const command = ownCommand(request);
  if (command !== null) return BUILTIN.size(new TextEncoder().encode(command).length);
  const { args } = request;
  const bytes = jsonBytes(args);
  const count = typeof args === "object" && args !== null ? Object.keys(args).length : 0;
  return count === 0 ? CARD.noFields(bytes) : CARD.fields(count, bytes);
}
