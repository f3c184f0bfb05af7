import { createInterface, type Interface } from "node:readline";
import { Chat } from "./chat.js";
import { CHAT_COMMAND_NAMES } from "./chat-command.js";
import type { ChatCommandLine } from "./command-line.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { LineScreen } from "./line-screen.js";
import { type OpenSession, openSession } from "./open-session.js";
import { PlainScreen } from "./plain-screen.js";
import type { TerminalIo } from "./process-io.js";
import { PROMPT } from "./screen.js";
import { colourStyle, plainStyle } from "./style.js";
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
  const desk = isInteractive ? openLines(command, opened, io) : openPlain(command, opened, io);
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
    desk.tidy();
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
  readonly tidy: () => void;
}

function openLines(command: ChatCommandLine, opened: OpenSession, io: TerminalIo): Desk {
  const completer = (typed: string): [string[], string] => [complete(typed, chat.openNames()), typed];
  const line = createInterface({ input: io.stdin, output: io.stdout, terminal: true, prompt: PROMPT, completer });
  const screen = new LineScreen({ line, write: (text) => io.stdout.write(text), columns: io.columns });
  const chat = new Chat({
    ...sessionParts(command, opened, io),
    screen,
    giveBack: (text) => line.write(text),
    clearInput: () => clearInput(line),
  });
  line.on("line", (text) => {
    screen.entered();
    chat.hear(text);
  });
  line.on("SIGINT", () => chat.interrupt());
  line.on("close", () => chat.leave(EXIT.done));
  screen.print(greeting(command));
  return { chat, line, tidy: () => io.stdout.write(CLEAR_LINE) };
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
  return { chat, line, tidy: () => screen.endStream() };
}

function sessionParts({ session: { permission } }: ChatCommandLine, { session, desk }: OpenSession, io: TerminalIo) {
  const style = io.color && io.isOutputTerminal ? colourStyle : plainStyle;
  return { session, servers: desk, style, permission, nowMs: io.nowMs };
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

/** Names of commands, and after a command that answers, of open questions. */
function complete(typed: string, openNames: readonly string[]): string[] {
  const answering = /^(\/(?:approve|approve-session|deny) )\S*$/u.exec(typed)?.[1];
  const all = answering === undefined ? CHAT_COMMAND_NAMES : openNames.map((name) => answering + name);
  return all.filter((candidate) => typed.startsWith("/") && candidate.startsWith(typed));
}
