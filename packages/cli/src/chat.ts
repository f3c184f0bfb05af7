import type { SessionEvent } from "@loop/contract";
import { answerWords } from "./answer-words.js";
import { sentenceAndStep } from "./call-words.js";
import { type ChatCommand, readChatCommand } from "./chat-command.js";
import type { CompletionWords } from "./complete-line.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import type { Screen } from "./screen.js";
import { readScriptFile } from "./script-file.js";
import { ScriptShelf } from "./script-shelf.js";
import type { ServerDesk } from "./server-desk.js";
import { SessionDesk, type SessionDeskParts } from "./session-desk.js";
import { TerminalApprovals } from "./terminal-approvals.js";
import type { TerminalSession } from "./terminal-session.js";
import { TurnView } from "./turn-view.js";
import { visibleLine } from "./visible-text.js";

type Turn = Extract<ChatCommand, { kind: "prompt" | "call" | "run" }>;
type Answer = Extract<ChatCommand, { kind: "answer" }>;

export interface ChatParts extends Omit<SessionDeskParts, "session" | "shelf"> {
  readonly session: TerminalSession;
  readonly servers: ServerDesk;
  readonly screen: Screen;
  readonly nowMs: () => number;
  /** Puts a line back for editing; null where lines wait for the running turn instead. */
  readonly giveBack: ((line: string) => void) | null;
  /** Empties the line being typed; false when there was nothing in it. */
  readonly clearInput: () => boolean;
}

/** One conversation with the person at the terminal: lines and interrupts in, screen and an exit code out. */
export class Chat {
  readonly #parts: ChatParts;
  readonly #approvals: TerminalApprovals;
  readonly #view: TurnView;
  readonly #desk: SessionDesk;
  readonly #waiting: ChatCommand[] = [];
  readonly #finish: (code: ExitCode) => void;
  readonly finished: Promise<ExitCode>;
  #running: AbortController | null = null;
  #isWorking = false;
  #isInputOver = false;
  #wantsToLeave = false;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    const shelf = new ScriptShelf();
    const question = (id: string) => this.#approvals.open().find(({ request }) => request.id === id) ?? null;
    this.#view = new TurnView({ ...parts, shelf, question });
    this.#desk = new SessionDesk({ ...parts, shelf });
    this.#approvals = new TerminalApprovals(({ request }) => this.#view.showCard(request.id));
    let finish: (code: ExitCode) => void = () => {};
    this.finished = new Promise((resolve) => {
      finish = resolve;
    });
    this.#finish = finish;
    parts.session.setApprovalHandler(this.#approvals.ask);
  }

  /** A line the person entered. */
  hear(line: string): void {
    this.#wantsToLeave = false;
    const command = readChatCommand(line);
    if (command.kind === "nothing") return this.#parts.screen.invite();
    if (this.#isUrgent(command)) return void this.#run(command); // its failures become sentences
    if (this.#parts.giveBack !== null && isTurn(command) && this.#running !== null) return this.#keepLine(line);
    this.#waiting.push(command);
    void this.#work(); // its failures become sentences
  }

  /** Ctrl-C: stops the turn, else empties the line, else asks once more and then leaves. */
  interrupt(): void {
    const { screen, clearInput } = this.#parts;
    if (this.#running !== null && !this.#running.signal.aborted) {
      screen.print(["Stopping. Press Ctrl-C again to leave."]);
      return this.#running.abort();
    }
    if (this.#running === null && clearInput()) return;
    if (this.#running !== null || this.#wantsToLeave) return this.#finish(EXIT.interrupted);
    this.#wantsToLeave = true;
    screen.print(["Press Ctrl-C again to leave, or go on typing."]);
  }

  /** No further line can come: what waits is still done, but nobody is left to answer a question. */
  endInput(): void {
    this.#isInputOver = true;
    this.#parts.session.setApprovalHandler(null);
    this.#approvals.refuseAll("The input ended, so nobody could answer.");
    void this.#work();
  }

  leave(code: ExitCode): void {
    this.#finish(code);
  }

  /** What can be named after a command, for completion. */
  words(): Promise<CompletionWords> {
    return this.#desk.words(this.#approvals.open().map(({ name }) => name));
  }

  /** Does not wait for a running turn. With queued lines, everything but answers keeps its order. */
  #isUrgent(command: ChatCommand): boolean {
    const { kind } = command;
    if (kind === "answer" || kind === "stop" || kind === "wrong") return true;
    return this.#parts.giveBack !== null && !isTurn(command);
  }

  #keepLine(line: string): void {
    this.#parts.screen.print([sentenceAndStep("turn-running")]);
    this.#parts.giveBack?.(line);
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) await this.#run(next);
    this.#isWorking = false;
    if (this.#isInputOver) return this.#finish(EXIT.done);
    this.#parts.screen.invite();
  }

  async #run(command: ChatCommand): Promise<void> {
    try {
      await this.#do(command);
    } catch {
      this.#parts.screen.print([sentenceAndStep("internal-error")]);
    }
  }

  async #do(command: ChatCommand): Promise<void> {
    const { screen } = this.#parts;
    switch (command.kind) {
      case "nothing":
        return;
      case "prompt":
      case "call":
      case "run":
        return this.#runTurn(command);
      case "answer":
        return this.#answer(command);
      case "stop":
        return this.#stop();
      case "quit":
        return this.#finish(EXIT.done);
      case "wrong":
        return screen.print([visibleLine(command.sentence)]);
      default:
        return screen.print(await this.#desk.lines(command));
    }
  }

  #stop(): void {
    if (this.#running === null) return this.#parts.screen.print(["Nothing is running."]);
    this.#running.abort();
  }

  async #runTurn(turn: Turn): Promise<void> {
    const controller = new AbortController();
    this.#running = controller;
    try {
      const opening = await this.#open(turn, controller.signal);
      if (typeof opening === "string") this.#parts.screen.print([opening]);
      else await this.#view.showTurn(opening);
    } finally {
      this.#running = null;
    }
  }

  /** The events of a turn, or a sentence that says why it cannot begin. */
  async #open(turn: Turn, signal: AbortSignal): Promise<AsyncIterable<SessionEvent> | string> {
    const { session, servers } = this.#parts;
    if (turn.kind === "prompt") return session.prompt(turn.text, { signal });
    if (turn.kind === "call" && turn.target !== "codemode") {
      const { target, args } = turn;
      return (await servers.whyNotReady(target.serverId)) ?? session.call(target, args, { signal });
    }
    const problem = await servers.whyNoScript();
    if (problem !== null) return problem;
    if (turn.kind === "call") return session.call("codemode", turn.args, { signal });
    const file = await readScriptFile(turn.path);
    return file.ok ? session.call("codemode", { script: file.source }, { signal }) : file.sentence;
  }

  #answer(answer: Answer): void {
    const outcome = this.#approvals.answer(answer);
    const words = answerWords(outcome, this.#approvals.open().length);
    if (words !== null) this.#parts.screen.print([words]);
  }
}

function isTurn({ kind }: ChatCommand): boolean {
  return kind === "prompt" || kind === "call" || kind === "run";
}
