import { createInterface } from "node:readline";
import type { AgentSession } from "@loop/core";
import { answerWords } from "./answer-words.js";
import { readChatCommand } from "./chat-command.js";
import type { Approve } from "./command-line.js";
import type { TerminalIo } from "./process-io.js";
import { renderCard } from "./render-card.js";
import type { Style } from "./style.js";
import { TerminalApprovals } from "./terminal-approvals.js";

export interface AskApprovals {
  /** What to do so that such calls are not refused; null where they are asked or allowed. */
  readonly advice: string | null;
  readonly close: () => void;
}

export interface AskApprovalsParts {
  readonly approve: Approve;
  /** Whether standard input was the question. */
  readonly isInputTaken: boolean;
  readonly session: Pick<AgentSession, "setApprovalHandler">;
  readonly io: TerminalIo;
  readonly style: Style;
  /** How people call the script that makes a call. */
  readonly scriptNameOf: (callId: string) => string | null;
}

const NEVER =
  "Calls that need a yes are refused here. --approve ask asks at this terminal, --approve always allows them.";
const NO_TERMINAL =
  "There is no terminal to ask at, so calls that need a yes are refused. --approve always allows them.";
const HOW = "Answer with /approve, /deny [reason] or what else the card offers.";

/** Who answers for the calls of a one-shot run. Questions go to standard error, answers come as lines. */
export function openAskApprovals(parts: AskApprovalsParts): AskApprovals {
  const { approve, isInputTaken, io } = parts;
  const none = { close: () => {} };
  if (approve === "always") return { ...none, advice: null };
  if (approve === "never") return { ...none, advice: NEVER };
  if (isInputTaken || !io.isInputTerminal || !io.isErrorTerminal) return { ...none, advice: NO_TERMINAL };
  return { advice: null, close: askAtTerminal(parts) };
}

function askAtTerminal({ session, io, style, scriptNameOf }: AskApprovalsParts): () => void {
  const say = (lines: readonly string[]) => io.stderr.write(`${lines.join("\n")}\n`);
  const approvals = new TerminalApprovals((question) => {
    const script = scriptNameOf(question.request.callId);
    say(renderCard(question, { style, nowMs: io.nowMs(), script }));
  });
  const line = createInterface({ input: io.stdin, terminal: false });
  line.on("line", (text) => {
    const command = readChatCommand(text);
    if (command.kind === "nothing") return;
    if (command.kind !== "answer") return say([HOW]);
    const words = answerWords(approvals.answer(command), approvals.open().length);
    if (words !== null) say([words]);
  });
  line.on("close", () => {
    session.setApprovalHandler(null);
    approvals.refuseAll("The input ended, so nobody could answer.");
  });
  session.setApprovalHandler(approvals.ask);
  return () => line.close();
}
