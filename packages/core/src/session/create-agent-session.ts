import { randomUUID } from "node:crypto";
import type { LanguageModelV3 } from "@ai-sdk/provider";
import type { CallTarget, Grant, PermissionPreset, SessionEvent } from "@loop/contract";
import type { Message } from "../agent/messages.js";
import type { ApprovalHandler } from "../approvals/approval.js";
import { type Clock, systemClock } from "../kit/clock.js";
import type { ToolSource } from "../mcp/tool-source.js";
import { createAiSdkDriver } from "../models/ai-sdk-driver.js";
import type { ModelDriver } from "../models/model.js";
import { resolveModel } from "../models/providers.js";
import type { HostPolicy } from "../policy/host-policy.js";
import { personalPolicy } from "../policy/personal.js";
import { createHostSession } from "./agent-session.js";
import type { HostSession, TurnHost } from "./agent-session-types.js";
import { type BuiltinToolsOptions, openBuiltins } from "./builtin-options.js";
import { EventChannel } from "./event-channel.js";
import { SessionError } from "./session-error.js";

/** `provider/model`, an AI SDK language model, a driver of one's own, or null for calls by hand only. */
export type SessionModel = string | LanguageModelV3 | ModelDriver | null;

export interface AgentSessionOptions {
  readonly model: SessionModel;
  /** Absolute path of the folder the session works in. */
  readonly workspaceRoot: string;
  /** "workspace-write" where absent. */
  readonly permission?: PermissionPreset;
  /** Stays the host's: a session never closes it (SDK-02). */
  readonly mcpManager?: ToolSource;
  /** Milliseconds a question stands; thirty minutes where absent. */
  readonly answerWithinMs?: number;
  /** Most requests to the model in one prompt; 100 where absent. */
  readonly maxRounds?: number;
  /** Messages of an earlier session to go on from. */
  readonly history?: readonly Message[];
  /** Receives the additions to the history as they become complete. */
  readonly saveMessages?: (messages: readonly Message[]) => Promise<void>;
  /** Where keys and addresses of a model named by a string are looked up; the process environment where absent. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Loop's own file and command tools over the workspace, held by the preset; none where absent. */
  readonly builtinTools?: BuiltinToolsOptions;
  /** How tools reach the model: behind one script tool (the default), each declared by itself, or once the model asks for them. */
  readonly delivery?: HostPolicy["delivery"];
  readonly clock?: Clock;
  readonly newId?: () => string;
}

export interface TurnOptions {
  /** Stops the turn: its open question, its calls and its model request. */
  readonly signal?: AbortSignal;
}

/** One live conversation. Turns run one at a time and begin when their events are first asked for. */
export interface AgentSession {
  readonly conversationId: string;
  /** The last event is `turn-end`. Throws a `SessionError` where a turn is running or the session is disposed. */
  prompt(text: string, options?: TurnOptions): AsyncIterable<SessionEvent>;
  /** One call by the person's own hand: same checks, same questions, same events. */
  call(tool: CallTarget, args: unknown, options?: TurnOptions): AsyncIterable<SessionEvent>;
  /** Without a handler every call that needs one is refused. */
  setApprovalHandler(handler: ApprovalHandler | null): void;
  /** Takes effect on the next call. */
  setPermission(preset: PermissionPreset): void;
  /** Takes effect on the next prompt. Throws a `SessionError` for a name that cannot be used. */
  setModel(model: SessionModel): void;
  grants(): readonly Grant[];
  /** False when there is no such grant. */
  revokeGrant(id: string): boolean;
  /** Ends a running turn and forgets the grants. */
  dispose(): Promise<void>;
}

/** Rejects with a `SessionError` where the workspace cannot be used (`workspace-missing`), or where the model's name cannot be used (`model-unknown`, `model-key-missing`, …). */
export async function createAgentSession(options: AgentSessionOptions): Promise<AgentSession> {
  const { clock = systemClock, newId = randomUUID, environment } = options;
  const conversationId = newId();
  const toDriver = (model: SessionModel): ModelDriver | null => driverFor(model, clock, environment);
  const session = createHostSession({
    model: toDriver(options.model),
    workspaceRoot: options.workspaceRoot,
    permission: options.permission ?? "workspace-write",
    toolSource: options.mcpManager ?? null,
    builtins: await openBuiltins(options, clock),
    policy: options.delivery === undefined ? personalPolicy : { ...personalPolicy, delivery: options.delivery },
    conversationId,
    clock,
    newId,
    ...(options.answerWithinMs === undefined ? {} : { answerWithinMs: options.answerWithinMs }),
    ...(options.maxRounds === undefined ? {} : { maxRounds: options.maxRounds }),
    ...(options.history === undefined ? {} : { history: options.history }),
  });
  const iterate = iterator(options, newId);
  return {
    conversationId,
    prompt: (text, turn) => iterate(turn, (host, signal) => session.runPrompt(text, host, signal)),
    call: (tool, args, turn) =>
      iterate(turn, (host, signal) => session.runCall({ callId: newId(), tool, args }, host, signal)),
    setModel: (model) => session.setModel(toDriver(model)),
    ...facade(session),
  };
}

function facade(session: HostSession) {
  return {
    setApprovalHandler: (handler: ApprovalHandler | null) => session.setApprovalHandler(handler),
    setPermission: (preset: PermissionPreset) => session.setPermission(preset),
    grants: () => session.grants(),
    revokeGrant: (id: string) => session.revokeGrant(id),
    dispose: () => session.dispose(),
  };
}

function driverFor(
  model: SessionModel,
  clock: Clock,
  environment: AgentSessionOptions["environment"],
): ModelDriver | null {
  if (model === null) return null;
  if (typeof model === "string") {
    const found = resolveModel(model, environment, { clock });
    if (!found.ok) throw new SessionError(found.code);
    return found.driver;
  }
  return "specificationVersion" in model ? createAiSdkDriver(model, { clock }) : model;
}

type Run = (host: TurnHost, signal: AbortSignal) => Promise<void>;

/** Whoever stops reading stops the turn: nobody is left to answer its questions. */
function iterator({ saveMessages }: AgentSessionOptions, newId: () => string) {
  return async function* iterate(
    turn: TurnOptions | undefined,
    run: Run,
  ): AsyncGenerator<SessionEvent, void, undefined> {
    const channel = new EventChannel();
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    if (turn?.signal?.aborted) stop();
    turn?.signal?.addEventListener("abort", stop, { once: true });
    const host: TurnHost = {
      turnId: newId(),
      emit: async (event) => channel.push(event),
      ...(saveMessages === undefined ? {} : { saveMessages }),
    };
    const ended = run(host, controller.signal).then(
      () => channel.close(),
      (error: unknown) => channel.close({ error }),
    );
    try {
      yield* channel.read();
    } finally {
      turn?.signal?.removeEventListener("abort", stop);
      stop();
      await ended;
    }
  };
}
