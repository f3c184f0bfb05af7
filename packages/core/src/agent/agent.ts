import type { ErrorCode, TokenUsage } from "@loop/contract";
import type { ModelDriver } from "../models/model.js";
import { runRounds } from "./loop.js";
import type { Message, ToolCall } from "./messages.js";
import type { AgentTool, ToolAnswer } from "./tool.js";

/** What a run tells while it goes on. Each is awaited; a rejection ends the run at once and comes out of `run`. */
export interface AgentHooks {
  text(text: string): Promise<void>;
  reasoning(text: string): Promise<void>;
  /** Additions to the history, each complete in itself. */
  messages(messages: readonly Message[]): Promise<void>;
  /** A call that no tool could take. An answer given here is what the model is told, in place of the agent's own words. */
  unusableCall?(call: ToolCall, code: ErrorCode): Promise<ToolAnswer | null>;
  /** The answer reached the model's length limit. */
  answerCut?(): Promise<void>;
}

export type FittedHistory =
  | { readonly ok: true; readonly messages: readonly Message[] }
  | { readonly ok: false; readonly code: ErrorCode };

export interface AgentOptions {
  readonly model: ModelDriver;
  readonly system: string;
  /** A function is asked once a round: what it gives is declared in that round's request, and takes that round's calls. */
  readonly tools: readonly AgentTool[] | (() => readonly AgentTool[]);
  /** Most requests to the model in one run. */
  readonly maxRounds: number;
  readonly hooks: AgentHooks;
  /** Makes the history fit the model before each request, or says why it cannot. The history itself is kept whole. */
  readonly fit?: (messages: readonly Message[], tools: readonly AgentTool[]) => Promise<FittedHistory>;
  readonly newId: () => string;
}

export interface AgentEnd {
  readonly reason: "done" | "stopped" | "failed" | "rounds";
  /** Only with `failed`. */
  readonly code?: ErrorCode;
  /** Summed over the rounds; null where the model reported none. */
  readonly usage: TokenUsage | null;
}

/** A model, tools and hooks; nothing else. What a call needs around it is the tool's own affair. */
export class Agent {
  readonly #options: AgentOptions;

  constructor(options: AgentOptions) {
    this.#options = options;
  }

  /** `history` ends with a user message and has no call without a result. Stops between any two steps on `signal`. */
  run(history: readonly Message[], signal: AbortSignal): Promise<AgentEnd> {
    return runRounds(this.#options, history, signal);
  }
}
