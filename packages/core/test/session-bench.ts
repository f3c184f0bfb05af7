import { foldEvents, type PermissionPreset, type SessionEvent } from "@loop/contract";
import { type DriverScript, type ManualClock, manualClock, scriptedDriver } from "@loop/testkit";
import type { Message } from "../src/agent/messages.js";
import type { ApprovalHandler } from "../src/approvals/approval.js";
import type { ModelCapabilities, ModelDriver } from "../src/models/model.js";
import type { HostPolicy } from "../src/policy/host-policy.js";
import { personalPolicy } from "../src/policy/personal.js";
import { createHostSession } from "../src/session/agent-session.js";
import type { HostSession, TurnHost, TurnSetup } from "../src/session/agent-session-types.js";
import type { BuiltinRoom } from "../src/tools/builtin-room.js";
import { MemorySource, type MemoryTool } from "./memory-source.js";

/** Tools declared one by one: what most of a session's behaviour is easiest to see with. */
const directPolicy: HostPolicy = { ...personalPolicy, delivery: "direct" };
/** Tools behind scripts, as in personal mode. */
export const scriptPolicy: HostPolicy = { ...personalPolicy, delivery: "codemode" };

export interface BenchOptions {
  readonly script?: DriverScript | null;
  readonly tools?: readonly MemoryTool[];
  readonly permission?: PermissionPreset;
  readonly handler?: ApprovalHandler;
  readonly policy?: HostPolicy;
  readonly capabilities?: Partial<ModelCapabilities>;
  readonly history?: readonly Message[];
  readonly maxRounds?: number;
  readonly host?: Partial<TurnHost>;
  readonly builtins?: BuiltinRoom;
  /** What every turn alone works with; the session's own where absent. Changes count from the next turn. */
  readonly setup?: () => Partial<TurnSetup>;
  /** In place of a scripted model. */
  readonly driver?: ModelDriver;
}

/** One session over a scripted model and a source in memory, with everything it told its host. */
export function sessionBench(options: BenchOptions = {}) {
  const clock: ManualClock = manualClock();
  const source = new MemorySource(options.tools ?? [["mail", "send"]]);
  const { script = [], capabilities } = options;
  const policy = options.policy ?? directPolicy;
  const model = script === null ? null : scriptedDriver(script, capabilities === undefined ? {} : { capabilities });
  const events: SessionEvent[] = [];
  const saved: Message[] = [];
  const unexpected: unknown[] = [];
  let count = 0;
  const newId = () => `id${++count}`;
  const session: HostSession = createHostSession({
    model: options.driver ?? model,
    workspaceRoot: "/work",
    permission: options.permission ?? "workspace-write",
    toolSource: source,
    policy,
    conversationId: "c1",
    clock,
    newId,
    history: options.history ?? [],
    builtins: options.builtins ?? null,
    onUnexpectedError: (error) => unexpected.push(error),
    ...(options.maxRounds === undefined ? {} : { maxRounds: options.maxRounds }),
  });
  if (options.handler !== undefined) session.setApprovalHandler(options.handler);
  let turns = 0;
  const host = (): TurnHost => ({
    turnId: `t${++turns}`,
    emit: async (event) => void events.push(event),
    saveMessages: async (messages) => void saved.push(...messages),
    ...(options.setup === undefined ? {} : { setup: { toolSource: source, policy, notices: [], ...options.setup() } }),
    ...options.host,
  });
  return {
    clock,
    source,
    model,
    session,
    events,
    saved,
    unexpected,
    prompt: (text: string, signal = new AbortController().signal) => session.runPrompt(text, host(), signal),
    runScript: (script: string, signal = new AbortController().signal) =>
      session.runCall({ callId: newId(), tool: "codemode", args: { script } }, host(), signal),
    call: (serverId: string, toolName: string, args: unknown, signal = new AbortController().signal) =>
      session.runCall({ callId: newId(), tool: { serverId, toolName }, args }, host(), signal),
    ...viewsOf(events),
    /** Text of the results the model read in its request number `index`. */
    toldModel: (index: number) => toolTexts(model?.requests[index]?.messages ?? []),
  };
}

function viewsOf(events: readonly SessionEvent[]) {
  return {
    types: () => events.map((event) => event.type),
    ends: () => events.flatMap((event) => (event.type === "call-end" ? [event] : [])),
    results: () => events.flatMap((event) => (event.type === "approval-result" ? [event.result] : [])),
    notices: () => events.flatMap((event) => (event.type === "notice" ? [event] : [])),
    turnEnd: () => events.findLast((event) => event.type === "turn-end"),
    timeline: () => foldEvents(events),
  };
}

function toolTexts(messages: readonly Message[]): readonly string[] {
  const results = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  return results.map(({ content }) =>
    content.map((block) => (block.type === "text" ? block.text : "[image]")).join(""),
  );
}

export const sendCall = (args: unknown = { text: "hi" }) => ({ toolCalls: [{ name: "mcp_mail_send", args }] });

export const tick = () => new Promise((resolve) => setImmediate(resolve));
