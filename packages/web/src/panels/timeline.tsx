import type { ApprovalRequest, Entry, StepEntry as Step } from "@loop/contract";
import { Fragment, lazy, type ReactNode, type RefObject, Suspense, useCallback, useState } from "react";
import { Glyph } from "../parts/glyph.js";
import { BUILTIN } from "../words/builtin-words.js";
import { CARD } from "../words/card-words.js";
import { namesOf } from "./approval-card.js";
import { AnswerEntry, NoticeLine } from "./said-entries.js";
import { StepEntry, stepKey } from "./step-entry.js";
import { type Edit, type YouActions, YouEntry } from "./you-entry.js";

export interface Question {
  readonly request: ApprovalRequest;
  readonly step: Step;
  readonly position: string;
  /** Opens the script the call is part of. */
  readonly readScript: () => void;
}

interface TimelineProps {
  readonly entries: readonly Entry[];
  readonly runningTurnId: string | null;
  readonly modelName: string;
  readonly serverName: (serverId: string, said?: string) => string;
  readonly approvals: readonly ApprovalRequest[];
  /** The card of a question; the step says whether a person started the call. */
  readonly renderCard: (question: Question) => ReactNode;
  readonly youActions: YouActions;
  /** What the record scrolls in. */
  readonly scroll: RefObject<HTMLElement | null>;
}

const LongTimeline = lazy(async () => ({ default: (await import("./long-timeline.js")).LongTimeline }));

/** About two hundred turns. Shorter ones are whole in the page, where a browser's own search finds everything. */
const MOST_WHOLE = 400;
/** What is shown of a long one until its list is loaded. */
const MOST_AT_FIRST = 40;

export function isLong(entries: readonly Entry[]): boolean {
  return entries.length > MOST_WHOLE;
}

/** The record, on one line. A step that is being asked is the card; the oldest question is open, others wait as rings. */
export function Timeline(props: TimelineProps) {
  const { entries, scroll, approvals } = props;
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map());
  const onToggle = useCallback((key: string, isOpen: boolean) => {
    setOpened((before) => new Map(before).set(key, isOpen));
  }, []);
  const [edit, setEdit] = useState<Edit | null>(null);
  const lastSaid = props.runningTurnId === null ? entries.findLast((entry) => entry.kind === "user") : undefined;
  const shared = { ...props, openId: approvals[0]?.id ?? null, opened, onToggle, edit, onEdit: setEdit };
  const renderEntry = (index: number) => {
    const entry = entries[index];
    if (entry === undefined) return null;
    return (
      <TimelineEntry
        {...shared}
        key={keyOf(entry, index)}
        entry={entry}
        position={positionOf(entries, index)}
        isLast={index === entries.length - 1}
        lastSaid={lastSaid ?? null}
      />
    );
  };
  if (!isLong(entries)) return <div className="thread">{entries.map((_, index) => renderEntry(index))}</div>;
  const first = entries.length - MOST_AT_FIRST;
  const tail = entries.slice(first).map((_, index) => renderEntry(first + index));
  return (
    <div className="thread">
      <Suspense fallback={tail}>
        <LongTimeline
          entries={entries}
          renderEntry={renderEntry}
          kept={keptIndexes(entries, { approvals, edit })}
          scroll={scroll}
        />
      </Suspense>
    </div>
  );
}

const NONE: readonly number[] = [];

function keptIndexes(
  entries: readonly Entry[],
  { approvals, edit }: { readonly approvals: readonly ApprovalRequest[]; readonly edit: Edit | null },
): readonly number[] {
  const turns = new Set(approvals.map((one) => one.turnId));
  if (turns.size === 0 && edit === null) return NONE;
  return entries.flatMap((entry, index) => {
    const isAsking = entry.kind === "step" && turns.has(entry.turnId);
    const isEdited = entry.kind === "user" && entry.turnId === edit?.turnId;
    return isAsking || isEdited ? [index] : [];
  });
}

interface EntryProps extends TimelineProps {
  readonly entry: Entry;
  readonly position: string;
  readonly isLast: boolean;
  readonly openId: string | null;
  readonly opened: ReadonlyMap<string, boolean>;
  readonly onToggle: (key: string, isOpen: boolean) => void;
  readonly edit: Edit | null;
  readonly onEdit: (edit: Edit | null) => void;
  /** The words that can be sent again; null while a turn runs. */
  readonly lastSaid: Entry | null;
}

function TimelineEntry(props: EntryProps) {
  const { entry, position, isLast, runningTurnId } = props;
  switch (entry.kind) {
    case "user":
      return (
        <YouEntry
          entry={entry}
          position={position}
          edited={props.edit?.turnId === entry.turnId ? props.edit.text : null}
          onEdit={props.onEdit}
          canSendAgain={entry === props.lastSaid}
          actions={props.youActions}
        />
      );
    case "assistant":
      return (
        <AnswerEntry
          entry={entry}
          position={position}
          isWriting={isLast && entry.turnId === runningTurnId}
          modelName={props.modelName}
        />
      );
    case "notice":
      return <NoticeLine entry={entry} position={position} serverName={props.serverName} />;
    case "step":
      return <StepWithQuestions {...props} step={entry} />;
  }
}

/** A call by hand is what the person came for, so its answer is open. */
function StepWithQuestions(props: EntryProps & { readonly step: Step }) {
  const { step, position, approvals, openId, renderCard, serverName, opened, onToggle } = props;
  const own = approvals.filter((one) => one.turnId === step.turnId && belongsTo(one.callId, step.callId));
  const isDirect = own.some((one) => one.callId === step.callId);
  const readScript = () => onToggle(stepKey(step), true);
  return (
    <>
      {!isDirect && (
        <StepEntry
          step={step}
          serverName={serverName}
          position={own.length > 0 ? position.replace("last", "") : position}
          isOpen={opened.get(stepKey(step)) ?? step.byHand === true}
          onToggle={onToggle}
        />
      )}
      {own.map((request) =>
        request.id === openId ? (
          <Fragment key={request.id}>
            {renderCard({ request, step, readScript, position: isDirect ? position : "" })}
          </Fragment>
        ) : (
          <WaitingLine key={request.id} request={request} />
        ),
      )}
    </>
  );
}

function belongsTo(callId: string, outer: string): boolean {
  return callId === outer || callId.startsWith(`${outer}/`);
}

function WaitingLine({ request }: { readonly request: ApprovalRequest }) {
  const { toolName, serverName } = namesOf(request);
  return (
    <div className="entry step">
      <span className="when" />
      <span className="mark st-asked">
        <Glyph shape="asked" />
      </span>
      <div className="body">
        <p className="waiting-line">
          {"builtin" in request.tool ? BUILTIN.alsoWaits(toolName) : CARD.alsoWaits(toolName, serverName)}
        </p>
      </div>
    </div>
  );
}

function keyOf(entry: Entry, index: number): string {
  return entry.kind === "step" ? `${entry.turnId} ${entry.callId}` : `${entry.turnId} ${entry.kind} ${index}`;
}

function positionOf(entries: readonly Entry[], index: number): string {
  const before = entries[index - 1]?.kind;
  const names = [
    index === 0 ? "first" : "",
    before === "step" || before === "notice" ? "after-step" : "",
    index === entries.length - 1 ? "last" : "",
  ];
  return names.filter((name) => name !== "").join(" ");
}
