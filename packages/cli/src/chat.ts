import { errorText, type PermissionPreset, type SessionEvent } from "@loop/contract";
import { CHAT_HELP, type ChatCommand, readChatCommand } from "./chat-command.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { renderCard } from "./render-card.js";
import { EventRenderer, sentenceAndStep, toolLabel } from "./render-events.js";
import type { Screen } from "./screen.js";
import type { ServerDesk } from "./server-desk.js";
import type { Style } from "./style.js";
import { type AnswerOutcome, TerminalApprovals } from "./terminal-approvals.js";
import type { TerminalSession } from "./terminal-session.js";
import { VisibleStream, visibleLine } from "./visible-text.js";

type Turn = Extract<ChatCommand, { kind: "prompt" | "call" }>;
type Answer = Extract<ChatCommand, { kind: "answer" }>;

export interface ChatParts {
  readonly session: TerminalSession;
  readonly servers: ServerDesk;
  readonly screen: Screen;
  readonly style: Style;
  readonly permission: PermissionPreset;
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
  readonly #renderer: EventRenderer;
  readonly #waiting: ChatCommand[] = [];
  /** Questions whose event came before their handler was asked, or the other way round. */
  readonly #halfShown = new Set<string>();
  readonly #finish: (code: ExitCode) => void;
  readonly finished: Promise<ExitCode>;
  #running: AbortController | null = null;
  #isWorking = false;
  #isInputOver = false;
  #wantsToLeave = false;
  #permission: PermissionPreset;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#permission = parts.permission;
    this.#renderer = new EventRenderer(parts.style);
    this.#approvals = new TerminalApprovals(({ request }) => this.#showCard(request.id));
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
    const isTurn = command.kind === "prompt" || command.kind === "call";
    if (this.#parts.giveBack !== null && isTurn && this.#running !== null) return this.#keepLine(line);
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

  /** Names of the open questions. */
  openNames(): readonly string[] {
    return this.#approvals.open().map(({ name }) => name);
  }

  /** Does not wait for a running turn. With queued lines, everything but answers keeps its order. */
  #isUrgent({ kind }: ChatCommand): boolean {
    if (kind === "answer" || kind === "stop" || kind === "wrong") return true;
    return this.#parts.giveBack !== null && kind !== "prompt" && kind !== "call";
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
    const { screen, servers } = this.#parts;
    switch (command.kind) {
      case "nothing":
        return;
      case "prompt":
      case "call":
        return this.#runTurn(command);
      case "answer":
        return this.#answer(command);
      case "permission":
        return this.#changePermission(command.preset);
      case "tools":
        return screen.print(await servers.toolLines());
      case "servers":
        return screen.print(await servers.serverLines());
      case "retry":
        return screen.print(await servers.retryLines(command.serverId));
      case "help":
        return screen.print(CHAT_HELP.split("\n"));
      case "stop":
        return this.#stop();
      case "quit":
        return this.#finish(EXIT.done);
      case "wrong":
        return screen.print([visibleLine(command.sentence)]);
      default:
        return unreachable(command);
    }
  }

  #stop(): void {
    if (this.#running === null) return this.#parts.screen.print(["Nothing is running."]);
    this.#running.abort();
  }

  #changePermission(preset: PermissionPreset | null): void {
    if (preset !== null) {
      this.#permission = preset;
      this.#parts.session.setPermission(preset);
    }
    const meaning =
      this.#permission === "full-access" ? "Calls run without asking." : "Calls to MCP servers ask you first.";
    this.#parts.screen.print([`The preset is ${this.#permission}. ${meaning}`]);
  }

  async #runTurn(turn: Turn): Promise<void> {
    const { session, servers, screen } = this.#parts;
    const problem = turn.kind === "call" ? await servers.whyNotReady(turn.serverId) : null;
    if (problem !== null) return screen.print([problem]);
    const controller = new AbortController();
    this.#running = controller;
    const options = { signal: controller.signal };
    try {
      const events =
        turn.kind === "prompt"
          ? session.prompt(turn.text, options)
          : session.call({ serverId: turn.serverId, toolName: turn.toolName }, turn.args, options);
      await this.#showEvents(events);
    } finally {
      this.#halfShown.clear();
      this.#running = null;
    }
  }

  async #showEvents(events: AsyncIterable<SessionEvent>): Promise<void> {
    const { screen } = this.#parts;
    const text = new VisibleStream();
    for await (const event of events) {
      if (event.type === "text-delta") {
        screen.stream(text.push(event.text));
        continue;
      }
      if (event.type === "reasoning-delta") continue;
      screen.stream(text.end());
      screen.endStream();
      if (event.type === "approval-request") this.#showCard(event.request.id);
      screen.print(this.#renderer.lines(event));
    }
  }

  /** A card stands below the call it is about: it is shown once both its event and its question are there. */
  #showCard(requestId: string): void {
    const { screen, style, nowMs } = this.#parts;
    if (!this.#halfShown.delete(requestId)) {
      this.#halfShown.add(requestId);
      return;
    }
    const question = this.#approvals.open().find(({ request }) => request.id === requestId);
    if (question === undefined) return;
    screen.print(renderCard(question, style, nowMs()));
    screen.invite();
  }

  #answer(answer: Answer): void {
    const outcome = this.#approvals.answer(answer);
    const words = answerWords(outcome, this.#approvals.open().length);
    if (words !== null) this.#parts.screen.print([words]);
  }
}

/** Null where the events that follow say it. */
function answerWords(outcome: AnswerOutcome, openCount: number): string | null {
  switch (outcome.kind) {
    case "answered":
      return null;
    case "not-offered":
      return `${toolLabel(outcome.question.request.tool)} can only be allowed once. The question ${outcome.question.name} stays open.`;
    case "settled":
      return errorText("approval-settled").sentence;
    case "unknown":
      return sentenceAndStep("approval-unknown");
    case "ambiguous":
      return `${openCount} questions are open. Name one of them.`;
    case "none-open":
      return "No question is open.";
    default:
      return unreachable(outcome);
  }
}

function unreachable(value: never): never {
  throw new Error(`unknown case ${JSON.stringify(value)}`);
}
