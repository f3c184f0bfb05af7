import type { Readable } from "node:stream";
import type { McpServerView, SessionEvent } from "@loop/contract";
import { openAskApprovals } from "./ask-approvals.js";
import { sentenceAndStep } from "./call-words.js";
import type { AskCommand } from "./command-line.js";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.js";
import { MarkdownFlow } from "./markdown-flow.js";
import { type OpenSession, openSession } from "./open-session.js";
import type { TerminalIo } from "./process-io.js";
import { EventRenderer } from "./render-events.js";
import { serverProblem } from "./render-servers.js";
import { colourStyle, plainStyle } from "./style.js";
import { VisibleStream, visibleLine } from "./visible-text.js";
import { waitForServers } from "./wait-for-servers.js";

const MAX_QUESTION_BYTES = 1024 * 1024;

/** One question, one answer. The answer goes to standard output, everything about the way there to standard error. */
export async function ask(command: AskCommand, io: TerminalIo): Promise<ExitCode> {
  const say = (line: string) => io.stderr.write(`${line}\n`);
  const question = command.text === "-" ? await readAll(io.stdin) : command.text;
  const problem = whyNotAsked(question);
  if (problem !== null) return refuse(say, problem);
  const opening = await openSession(command.session);
  if (!opening.ok) return refuse(say, opening.sentence);
  const controller = new AbortController();
  const stopListening = stopOnInterrupt(controller, io);
  try {
    await settleServers(command, opening.opened, { signal: controller.signal, say, now: io.nowMs });
    const events = await runTurn(command, opening.opened, { question: question ?? "", signal: controller.signal, io });
    return controller.signal.aborted ? EXIT.interrupted : exitCodeOf(events);
  } finally {
    await opening.opened.close();
    stopListening();
  }
}

interface AskedTurn {
  readonly question: string;
  readonly signal: AbortSignal;
  readonly io: TerminalIo;
}

async function runTurn(
  command: AskCommand,
  { session }: OpenSession,
  { question, signal, io }: AskedTurn,
): Promise<readonly SessionEvent[]> {
  const style = io.color && io.isErrorTerminal ? colourStyle : plainStyle;
  const renderer = new EventRenderer(style);
  const approvals = openAskApprovals({
    approve: command.approve,
    isInputTaken: command.text === "-",
    session,
    io,
    style,
    scriptNameOf: (callId) => renderer.scriptNameOf(callId),
  });
  try {
    const events = session.prompt(question, { signal });
    const seen = await (command.json ? writeJson(events, io) : writeText(events, { io, renderer }));
    if (approvals.advice !== null && seen.some(isUnaskable)) io.stderr.write(`${approvals.advice}\n`);
    return seen;
  } finally {
    approvals.close();
  }
}

/** Refused because there was nobody to ask. */
function isUnaskable(event: SessionEvent): boolean {
  return event.type === "approval-result" && event.result.reason === "no-handler";
}

function refuse(say: (line: string) => void, sentence: string): ExitCode {
  say(sentence);
  return EXIT.usage;
}

/** Null is a question that was too long to read. */
function whyNotAsked(question: string | null): string | null {
  if (question === null) return sentenceAndStep("text-too-long");
  return question.trim() === "" ? sentenceAndStep("text-empty") : null;
}

async function readAll(input: Readable): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of input) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > MAX_QUESTION_BYTES) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** The first Ctrl-C stops the turn and lets it end in order, the second leaves at once. */
function stopOnInterrupt(controller: AbortController, io: TerminalIo): () => void {
  const stop = () => {
    if (controller.signal.aborted) io.exitNow(EXIT.interrupted);
    controller.abort();
  };
  const endings = [io.onInterrupt(stop), io.onTerminate(stop)];
  return () => {
    for (const end of endings) end();
  };
}

interface Settling {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  readonly now: () => number;
}

/** Only here somebody waits for servers: a tool that comes later would miss the only question. */
async function settleServers(command: AskCommand, opened: OpenSession, { signal, say, now }: Settling): Promise<void> {
  if (command.session.mcpFile === null || command.session.model === null) return;
  const servers = await waitForServers({ list: opened.list, withinMs: command.waitServersMs, signal, now });
  for (const server of servers) {
    const words = absence(server);
    if (words !== null) say(`${visibleLine(server.config.name)}: ${words}`);
  }
}

function absence(server: McpServerView): string | null {
  if (server.status === "ready" || server.status === "disabled") return null;
  if (server.status === "error") return serverProblem(server.config.id, server.code, () => "ask again");
  return "It is not ready yet, so it is left out. --wait-servers sets how long to wait.";
}

async function writeJson(events: AsyncIterable<SessionEvent>, { stdout }: TerminalIo): Promise<SessionEvent[]> {
  const seen: SessionEvent[] = [];
  for await (const event of events) {
    stdout.write(`${JSON.stringify(event)}\n`);
    seen.push(event);
  }
  return seen;
}

interface TextOutput {
  readonly io: TerminalIo;
  readonly renderer: EventRenderer;
}

async function writeText(
  events: AsyncIterable<SessionEvent>,
  { io, renderer }: TextOutput,
): Promise<readonly SessionEvent[]> {
  const text = new VisibleStream();
  const answer = answerWriter(io);
  const seen: SessionEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (event.type === "text-delta") {
      answer.write(text.push(event.text));
      continue;
    }
    if (event.type === "reasoning-delta") continue;
    answer.write(text.end());
    answer.end();
    for (const line of renderer.lines(event)) io.stderr.write(`${line}\n`);
  }
  return seen;
}

interface AnswerWriter {
  readonly write: (text: string) => void;
  /** The text so far stands on lines of its own. */
  readonly end: () => void;
}

/** Finished blocks of Markdown on a terminal with colours; anywhere else the text as the model wrote it. */
function answerWriter(io: TerminalIo): AnswerWriter {
  if (io.color && io.isOutputTerminal) return markdownWriter(io);
  let isAtLineStart = true;
  const write = (text: string) => {
    if (text === "") return;
    io.stdout.write(text);
    isAtLineStart = text.endsWith("\n");
  };
  return { write, end: () => (isAtLineStart ? undefined : write("\n")) };
}

function markdownWriter(io: TerminalIo): AnswerWriter {
  const flow = new MarkdownFlow(colourStyle);
  const width = () => Math.max(20, io.columns() - 1);
  const print = (lines: readonly string[]) => {
    for (const line of lines) io.stdout.write(`${line}\n`);
  };
  return { write: (text) => print(flow.push(text, width())), end: () => print(flow.end(width())) };
}
