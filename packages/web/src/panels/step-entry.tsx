import type { StepEntry as Step } from "@loop/contract";
import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { lazy, memo, Suspense, useId } from "react";
import { Glyph, Status } from "../parts/glyph.js";
import { VisibleText } from "../parts/visible-text.js";
import { BUILTIN } from "../words/builtin-words.js";
import { CHAT } from "../words/chat-words.js";
import { beadsLabel, durationText, nestedWord, shapeOf, stepWords } from "../words/step-words.js";
import { builtinSubject } from "./builtin-work.js";
import { clockTime } from "./clock-time.js";

const StepDetail = lazy(async () => ({ default: (await import("./step-detail.js")).StepDetail }));

export interface StepEntryProps {
  readonly step: Step;
  readonly serverName: (serverId: string, said?: string) => string;
  readonly position: string;
  readonly isOpen: boolean;
  readonly onToggle: (key: string, isOpen: boolean) => void;
}

/** One step in one conversation. */
export function stepKey({ turnId, callId }: Step): string {
  return `${turnId} ${callId}`;
}

/** One line: what, how it went, how long; the details one press away. */
export const StepEntry = memo(function StepEntry({ step, serverName, position, isOpen, onToggle }: StepEntryProps) {
  const detailId = useId();
  const { shape, word } = stepWords(step);
  const beads = step.calls !== undefined && step.calls.length > 0;
  return (
    <div className={`entry step ${position}`} data-call={step.callId} data-turn={step.turnId}>
      <time className="when">{clockTime(step.at)}</time>
      <span className={`mark st-${shape}`}>
        <Glyph shape={shape} />
      </span>
      <div className="body">
        <button
          type="button"
          className="stepline"
          aria-expanded={isOpen}
          aria-controls={detailId}
          onClick={() => onToggle(stepKey(step), !isOpen)}
        >
          <span className="what">
            <StepName step={step} serverName={serverName} />
          </span>
          {beads && (step.status === "ok" || step.status === "running") ? (
            <Beads step={step} />
          ) : (
            <Status shape={shape} word={word} hasGlyph={false} />
          )}
          <span className="took">{durationText(step.durationMs)}</span>
          <CaretRightIcon className="i" aria-hidden="true" />
        </button>
        {beads && <NestedCalls step={step} serverName={serverName} isOpen={isOpen} />}
        <div id={detailId}>
          <Suspense fallback={null}>{isOpen && <StepDetail step={step} serverName={serverName} />}</Suspense>
        </div>
      </div>
    </div>
  );
});

type NameProps = Pick<StepEntryProps, "step" | "serverName">;

function StepName({ step, serverName }: NameProps) {
  const { tool } = step;
  if (tool === "codemode") {
    const calls = step.calls ?? [];
    const servers = [...new Set(calls.map((call) => serverName(call.serverId, call.serverName)))].join(", ");
    return (
      <>
        <b>{CHAT.script}</b>
        {`, ${CHAT.scriptCalls(calls.length, step.status === "running")}${servers === "" ? "" : `: ${servers}`}`}
      </>
    );
  }
  if ("builtin" in tool) return <BuiltinName tool={tool.builtin} args={step.args} />;
  return (
    <>
      <b>{serverName(tool.serverId, tool.serverName)}</b>{" "}
      <code>
        <VisibleText text={tool.toolName} />
      </code>
      {step.byHand === true && <span className="arg">{CHAT.byHand}</span>}
    </>
  );
}

function BuiltinName({ tool, args }: { readonly tool: string; readonly args: unknown }) {
  const subject = builtinSubject(tool, args);
  return (
    <>
      <b>{BUILTIN.maker}</b> <code>{tool}</code>{" "}
      {subject !== "" && (
        <code className="arg">
          <VisibleText text={subject} />
        </code>
      )}
    </>
  );
}

const MOST_BEADS = 12;

function Beads({ step }: { readonly step: Step }) {
  const calls = step.calls ?? [];
  return (
    <span className="beads" role="img" aria-label={beadsLabel(calls.map((call) => call.status))}>
      {calls.slice(0, MOST_BEADS).map((call, index) => (
        <span key={index} className={`st-${shapeOf(call.status)}`}>
          <Glyph shape={shapeOf(call.status)} />
        </span>
      ))}
      {calls.length > MOST_BEADS && <span className="note">{CHAT.moreCalls(calls.length - MOST_BEADS)}</span>}
    </span>
  );
}

function NestedCalls({ step, serverName, isOpen }: NameProps & { readonly isOpen: boolean }) {
  if (!isOpen) return null;
  return (
    <ul className="panel nested">
      {(step.calls ?? []).map((call, index) => (
        <li key={index} className="stepline">
          <span className="what">
            <b>{serverName(call.serverId, call.serverName)}</b>{" "}
            <code>
              <VisibleText text={call.toolName} />
            </code>
          </span>
          <Status shape={shapeOf(call.status)} word={nestedWord(call)} />
        </li>
      ))}
    </ul>
  );
}
