import type { CallTarget, ErrorCode, Grant, PermissionPreset, SessionEvent } from "@loop/contract";
import type { Message } from "../agent/messages.js";
import type { AppTool } from "../app-tools/app-tool.js";
import type { PromptOverrides } from "../app-tools/prompt-texts.js";
import type { ApprovalHandler } from "../approvals/approval.js";
import type { DefinitionMemory } from "../approvals/tool-definition.js";
import type { ScriptEngine } from "../codemode/script-engine.js";
import type { Clock } from "../kit/clock.js";
import type { ToolSource } from "../mcp/tool-source.js";
import type { ModelDriver } from "../models/model.js";
import type { HostPolicy } from "../policy/host-policy.js";
import type { BuiltinRoom } from "../tools/builtin-room.js";

/** What one turn alone works with, where a host decides that turn by turn. */
export interface TurnSetup {
  /** Null: the turn has no MCP tools, not even by hand. */
  readonly toolSource: ToolSource | null;
  readonly policy: HostPolicy;
  /** Said to the reader first: what this turn goes without, and why (TML-01). */
  readonly notices: readonly TurnNotice[];
  /** The app's own tools in this turn, such as those over a memory. */
  readonly appTools?: readonly AppTool[];
  /** Whose part the model plays; none where absent or null. */
  readonly instructions?: TurnInstructions | null;
  /** A person's own words in place of the app's (NAM-02). */
  readonly prompts?: PromptOverrides;
  /**
   * "host": nobody asked for this turn, it goes on with the last one by itself. Memory then stays as the last turn left it,
   * and closed where this session does not know (MEM-01). "person" where absent.
   */
  readonly startedBy?: "person" | "host";
}

/** A section of its own in the system prompt; nothing in it can close or forge another. */
export interface TurnInstructions {
  readonly name: string;
  readonly text: string;
}

export interface TurnNotice {
  readonly code: ErrorCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** What a host that stores its turns brings. The SDK's plain use needs none of it. */
export interface TurnHost {
  readonly turnId: string;
  /** The session's own tools and policy where absent. */
  readonly setup?: TurnSetup;
  /** Awaited before the turn goes on: what carries an id is stored first. A rejection ends the turn at once. */
  emit(event: SessionEvent): Promise<void>;
  /** The turn's additions to the history, as they become complete. */
  saveMessages?(messages: readonly Message[]): Promise<void>;
  /** Asked once per call, right before it is sent. False: the lease is gone, nothing is sent. */
  beforeDispatch?(callId: string): Promise<boolean>;
}

export interface SessionOptions {
  readonly model: ModelDriver | null;
  /** Absolute path of the folder the session works in. */
  readonly workspaceRoot: string;
  readonly permission: PermissionPreset;
  readonly toolSource: ToolSource | null;
  readonly policy: HostPolicy;
  /** Loop's own tools over the workspace; null for none. The session closes it when it is disposed. */
  readonly builtins?: BuiltinRoom | null;
  readonly conversationId: string;
  /** Overrides the policy's time for an answer; milliseconds. */
  readonly answerWithinMs?: number;
  /**
   * Milliseconds the session goes on waiting after a question's `expiresAt`, 0 by default. For hosts whose store refuses
   * late answers by that time itself: the stored answer then always wins over the session's own timer.
   */
  readonly answerGraceMs?: number;
  /** Overrides the policy's rounds. */
  readonly maxRounds?: number;
  readonly history?: readonly Message[];
  /** What this person allowed before (PER-15); the session's own memory where absent. */
  readonly definitions?: DefinitionMemory;
  /** Shared by the host's sessions and closed by the host. Absent: a session that needs one makes and closes its own. */
  readonly scriptEngine?: ScriptEngine;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Hears of a fault inside Loop that ended a turn as `turn-failed`. May carry texts that belong in no log as they are. */
  readonly onUnexpectedError?: (error: unknown) => void;
}

/**
 * One live conversation: its preset, its grants (in memory only, GRT-01) and one turn at a time.
 * This is the host's face; `createAgentSession` returns it with `prompt` and `call` as async iterables on top.
 */
export interface HostSession {
  /**
   * The last event is `turn-end`. Rejects only with what the host's own functions rejected with, with `LeaseLostError`
   * where `beforeDispatch` said no (nothing more is emitted), and with a `SessionError`, before any event, where a
   * turn is running (`turn-running`) or the session is disposed (`session-closed`).
   */
  runPrompt(text: string, host: TurnHost, signal: AbortSignal): Promise<void>;
  runCall(
    call: { callId: string; tool: CallTarget; args: unknown },
    host: TurnHost,
    signal: AbortSignal,
  ): Promise<void>;
  setApprovalHandler(handler: ApprovalHandler | null): void;
  /** Takes effect on the next call (PER-01). */
  setPermission(preset: PermissionPreset): void;
  /** Counts from the next turn. */
  setModel(model: ModelDriver | null): void;
  grants(): readonly Grant[];
  /** False when there is no such grant. */
  revokeGrant(id: string): boolean;
  /** Ends a running turn, forgets the grants. Never closes the tool source (SDK-02). */
  dispose(): Promise<void>;
}
