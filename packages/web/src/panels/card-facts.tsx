import type { ApprovalRequest, McpServerConfig } from "@loop/contract";
import { type ReactNode, useMemo } from "react";
import { CopyButton } from "../parts/copy-button.js";
import { jsonBytes, jsonLines, shownLines } from "../parts/json-lines.js";
import { Payload } from "../parts/payload.js";
import { Quote } from "../parts/quote.js";
import { VisibleText } from "../parts/visible-text.js";
import { CARD, targetOf } from "../words/card-words.js";

interface CardFactsProps {
  readonly request: ApprovalRequest;
  readonly serverName: string;
  readonly server: McpServerConfig | null;
  readonly askedBy: string;
  readonly onReadScript: (() => void) | null;
  readonly isAllShown: boolean;
  readonly onShowAll: () => void;
}

/** Who asks, where it goes, exactly what would be sent, and what the server says about it. */
export function CardFacts({
  request,
  serverName,
  server,
  askedBy,
  onReadScript,
  isAllShown,
  onShowAll,
}: CardFactsProps) {
  const isBuiltin = "builtin" in request.tool;
  return (
    <dl className="facts">
      <Fact name={CARD.askedBy}>
        {askedBy}
        {onReadScript !== null && <ScriptLink onRead={onReadScript} />}
      </Fact>
      <Fact name={CARD.goesTo}>{isBuiltin ? CARD.here : <Target serverName={serverName} server={server} />}</Fact>
      <Fact name={CARD.willSend}>
        <Arguments args={request.args} isAllShown={isAllShown} onShowAll={onShowAll} />
      </Fact>
      {!isBuiltin && (
        <Fact name={CARD.itSays}>
          {request.description === "" ? (
            <span className="dimmer">{CARD.noWords}</span>
          ) : (
            <Quote text={request.description} source={CARD.ownWords(serverName)} />
          )}
        </Fact>
      )}
    </dl>
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

function Target({ serverName, server }: Pick<CardFactsProps, "serverName" | "server">) {
  if (server === null) return serverName;
  return (
    <>
      {server.transport.type === "stdio" ? CARD.program(serverName) : CARD.address(serverName)}
      <br />
      <code className="dimmer">
        <VisibleText text={targetOf(server)} />
      </code>
    </>
  );
}

interface ArgumentsProps {
  readonly args: unknown;
  readonly isAllShown: boolean;
  readonly onShowAll: () => void;
}

function Arguments({ args, isAllShown, onShowAll }: ArgumentsProps) {
  const lines = useMemo(() => jsonLines(args), [args]);
  const bytes = useMemo(() => jsonBytes(args), [args]);
  const first = shownLines(lines);
  const hidden = isAllShown ? 0 : lines.length - first;
  return (
    <Payload
      isRegion
      label={CARD.exactText}
      lines={hidden === 0 ? lines : lines.slice(0, first)}
      head={
        <>
          <span className="grow dim num">{sizeText(args, bytes)}</span>
          <CopyButton text={() => JSON.stringify(args, null, 2)} word={CARD.copy} doneWord={CARD.copied} />
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

function sizeText(args: unknown, bytes: number): string {
  const count = typeof args === "object" && args !== null ? Object.keys(args).length : 0;
  return count === 0 ? CARD.noFields(bytes) : CARD.fields(count, bytes);
}
