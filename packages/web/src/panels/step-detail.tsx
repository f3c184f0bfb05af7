import type { ContentBlock, StepEntry as Step } from "@loop/contract";
import { useMemo } from "react";
import { CopyButton } from "../parts/copy-button.js";
import { useHighlighted } from "../parts/highlight/use-highlighted.js";
import { jsonBytes, jsonLines } from "../parts/json-lines.js";
import { Payload } from "../parts/payload.js";
import { Quote } from "../parts/quote.js";
import { codeLines, textLines } from "../parts/text-lines.js";
import { VisibleText } from "../parts/visible-text.js";
import { CARD } from "../words/card-words.js";
import { CHAT } from "../words/chat-words.js";
import { explain } from "../words/errors.js";
import { BuiltinDetail } from "./builtin-detail.js";
import { PICTURES } from "./picture-types.js";

interface StepDetailProps {
  readonly step: Step;
  readonly serverName: (serverId: string, said?: string) => string;
}

/** What was sent, how it ended, and the answer as the server's own. */
export function StepDetail({ step, serverName }: StepDetailProps) {
  const name = detailName(step, serverName);
  const script = scriptOf(step);
  if (typeof step.tool === "object" && "builtin" in step.tool) {
    return (
      <div className="panel detail">
        <Outcome step={step} />
        <BuiltinDetail step={step} tool={step.tool.builtin} />
      </div>
    );
  }
  return (
    <div className="panel detail">
      <Outcome step={step} />
      {script !== null && <Script text={script} isByHand={step.byHand === true} />}
      {script === null && step.args !== undefined && <Sent args={step.args} wasSent={step.allowedBy !== undefined} />}
      {step.result !== undefined && (
        <div>
          <span className="label">{resultLabel(script !== null, step.byHand === true)}</span>
          <Result blocks={step.result} name={name} />
        </div>
      )}
    </div>
  );
}

function Outcome({ step }: { readonly step: Step }) {
  if (step.code === undefined) return null;
  const { sentence, nextStep, code } = explain(step.code);
  return (
    <p className="outcome">
      {sentence} {nextStep} <span className="note">{code}</span>
    </p>
  );
}

function resultLabel(isScript: boolean, isByHand: boolean): string {
  if (!isScript) return CHAT.stepDetail.result;
  return isByHand ? CHAT.emittedByHand : CHAT.emitted;
}

/** The source of a script step; null for every other step. */
function scriptOf({ tool, args }: Step): string | null {
  if (tool !== "codemode" || typeof args !== "object" || args === null || !("script" in args)) return null;
  return typeof args.script === "string" ? args.script : null;
}

function Script({ text, isByHand }: { readonly text: string; readonly isByHand: boolean }) {
  const told = useHighlighted("typescript", text, true);
  const lines = useMemo(() => (told === null ? textLines(text) : codeLines(told)), [told, text]);
  return (
    <Payload
      label={CHAT.scriptText}
      lines={lines}
      head={
        <>
          <span className="grow dim">{isByHand ? CHAT.scriptByYou : CHAT.scriptByModel}</span>
          <CopyButton text={() => text} word={CARD.copy} doneWord={CARD.copied} />
        </>
      }
    />
  );
}

function Sent({ args, wasSent }: { readonly args: unknown; readonly wasSent: boolean }) {
  const lines = useMemo(() => jsonLines(args), [args]);
  const label = wasSent ? CHAT.stepDetail.args : CHAT.stepDetail.argsNotSent;
  return (
    <div>
      <span className="label">{label}</span>
      <Payload
        label={label}
        lines={lines}
        head={
          <>
            <span className="grow dim num">{CARD.noFields(jsonBytes(args)).replace(/^[^,]*, /, "")}</span>
            <CopyButton text={() => JSON.stringify(args, null, 2)} word={CARD.copy} doneWord={CARD.copied} />
          </>
        }
      />
    </div>
  );
}

function Result({ blocks, name }: { readonly blocks: readonly ContentBlock[]; readonly name: string }) {
  if (blocks.length === 0) return <p className="dimmer">{CHAT.stepDetail.nothing}</p>;
  return (
    <Quote source={name === CHAT.script ? CHAT.scriptWords : CHAT.serverWords(name)}>
      <div className="stack tight">
        {blocks.map((block, index) => (
          <ResultBlock key={index} block={block} name={name} />
        ))}
      </div>
    </Quote>
  );
}

function ResultBlock({ block, name }: { readonly block: ContentBlock; readonly name: string }) {
  if (block.type === "text") {
    return (
      <div className="result-text" tabIndex={0} role="group" aria-label={CHAT.stepDetail.result}>
        <VisibleText text={block.text} keepsLines />
      </div>
    );
  }
  if (!PICTURES.test(block.mimeType)) return <p className="dimmer">{block.mimeType}</p>;
  return (
    <img className="result-image" src={`data:${block.mimeType};base64,${block.data}`} alt={CHAT.resultImage(name)} />
  );
}

function detailName({ tool }: Step, serverName: StepDetailProps["serverName"]): string {
  if (tool === "codemode") return CHAT.script;
  return "builtin" in tool ? tool.builtin : serverName(tool.serverId, tool.serverName);
}
