import { join } from "node:path";
import { type CompleterResult, createInterface, type Interface } from "node:readline";
import { Chat } from "./chat.js";
import type { ChatCommandLine } from "./command-line.js";
import { completeLine } from "./complete-line.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { LineScreen } from "./line-screen.js";
import { MarkdownFlow } from "./markdown-flow.js";
import { type OpenSession, openSession } from "./open-session.js";
import { PlainScreen } from "./plain-screen.js";
import type { TerminalIo } from "./process-io.js";
import { PROMPT } from "./screen.js";
import { colourStyle, plainStyle, type Style } from "./style.js";
import { PlainFlow } from "./text-flow.js";
import { isRemembered, TypedHistory } from "./typed-history.js";
import { visibleLine } from "./visible-text.js";

/** `loop chat`: with line editing on a terminal, with plain lines anywhere else. */
export async function runChat(command: ChatCommandLine, io: TerminalIo): Promise<ExitCode> {
  const opening = await openSession(command.session);
  if (!opening.ok) {
    io.stderr.write(`${opening.sentence}\n`);
    return EXIT.usage;
  }
  const { opened } = opening;
  const isInteractive = io.isInputTerminal && io.isOutputTerminal && !command.plain;
  const desk = isInteractive ? await openLines(command, opened, io) : openPlain(command, opened, io);
  const endings = [
    io.onInterrupt(() => desk.chat.interrupt()),
    io.onTerminate(() => desk.chat.leave(EXIT.interrupted)),
  ];
  try {
    return await desk.chat.finished;
  } finally {
    for (const end of endings) end();
    desk.line.removeAllListeners("close");
    desk.line.close();
    await desk.tidy();
    const stopListening = io.onInterrupt(() => io.exitNow(EXIT.interrupted));
    await opened.close();
    stopListening();
  }
}

const CLEAR_LINE = "\r\u001b[J";

interface Desk {
  readonly chat: Chat;
  readonly line: Interface;
  /** Leaves the terminal as the shell expects it. */
  readonly tidy: () => Promise<void>;
}

async function openLines(command: ChatCommandLine, opened: OpenSession, io: TerminalIo): Promise<Desk> {
  const style = styleFor(io);
  const typed = new TypedHistory(join(command.session.dataDir, "history"));
  const history = await typed.read();
  const line = createInterface({
    input: io.stdin,
    output: io.stdout,
    terminal: true,
    prompt: PROMPT,
    history,
    historySize: 1_000,
    completer: (text, answer) => void complete(text, answer), // never rejects
  });
  const complete = async (text: string, answer: Answer) => answer(null, await completion(chat, text));
  const screen = new LineScreen({
    line,
    write: (text) => io.stdout.write(text),
    columns: io.columns,
    rows: io.rows,
    flow: io.color ? new MarkdownFlow(style) : new PlainFlow(),
    paintStatus: (row) => style.dim(row),
  });
  const chat = new Chat({
    ...sessionParts(command, opened, io),
    screen,
    giveBack: (text) => line.write(text),
    clearInput: () => clearInput(line),
  });
  line.on("line", (text) => {
    screen.entered(text);
    typed.add(text);
    chat.hear(text);
  });
  line.on("history", forgetAnswers);
  line.on("SIGINT", () => chat.interrupt());
  line.on("close", () => chat.leave(EXIT.done));
  screen.print(greeting(command));
  return { chat, line, tidy: () => endLines(typed, io) };
}

async function endLines(typed: TypedHistory, io: TerminalIo): Promise<void> {
  io.stdout.write(CLEAR_LINE);
  await typed.close();
}

/** The arrow keys never bring back an answer either. */
function forgetAnswers(history: string[]): void {
  if (history[0] !== undefined && !isRemembered(history[0])) history.shift();
}

type Answer = (error: null, result: CompleterResult) => void;

async function completion(chat: Chat, text: string): Promise<CompleterResult> {
  try {
    return [[...completeLine(text, await chat.words())], text];
  } catch {
    return [[], text];
  }
}

function openPlain(command: ChatCommandLine, opened: OpenSession, io: TerminalIo): Desk {
  const line = createInterface({ input: io.stdin, terminal: false });
  const write = (text: string) => io.stdout.write(text);
  const screen = new PlainScreen({ write, withPrompt: io.isInputTerminal && io.isOutputTerminal });
  const chat = new Chat({
    ...sessionParts(command, opened, io),
    screen,
    giveBack: null,
    clearInput: () => false,
  });
  line.on("line", (text) => chat.hear(text));
  line.on("close", () => chat.endInput());
  screen.print(greeting(command));
  screen.invite();
  return { chat, line, tidy: async () => screen.endStream() };
}

function sessionParts(command: ChatCommandLine, { session, desk }: OpenSession, io: TerminalIo) {
  const { permission, workspace } = command.session;
  return { session, servers: desk, style: styleFor(io), permission, workspace, nowMs: io.nowMs };
}

function styleFor(io: TerminalIo): Style {
  return io.color && io.isOutputTerminal ? colourStyle : plainStyle;
}

function clearInput(line: Interface): boolean {
  if (line.line === "") return false;
  line.write(null, { ctrl: true, name: "e" });
  line.write(null, { ctrl: true, name: "u" });
  return true;
}

const NO_MODEL =
  "Without a model, tools can be called by hand with /call. To talk, start with --model provider/model or set LOOP_MODEL.";

function greeting({ session: { model, mcpFile, permission } }: ChatCommandLine): readonly string[] {
  return [
    `Loop, in this terminal. Model: ${model === null ? "none" : visibleLine(model)}. Preset: ${permission}.`,
    ...(model === null ? [NO_MODEL] : []),
    mcpFile === null
      ? "No MCP servers are loaded; --mcp FILE loads them."
      : "The servers connect in the background; /servers shows how they are.",
    "/help shows the commands.",
  ];
}
