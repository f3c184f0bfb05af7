import type {
  ApprovalRequest,
  ApprovalResult,
  ApprovalSource,
  AskedTool,
  DefinitionChange,
  JsonValue,
  PermissionPreset,
} from "@loop/contract";
import { unreachable } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import type { HostPolicy } from "../policy/host-policy.js";
import type { ApprovalHandler, ApprovalOutcome } from "./approval.js";
import { ask, obstacle, refusedWithoutHandler } from "./ask.js";
import { deepFreeze } from "./frozen-args.js";
import type { GrantLifetime, SessionGrants } from "./grants.js";
import { allowedDefinition, changeSince, type DefinitionMemory, type ToolDefinition } from "./tool-definition.js";

/** One call that wants to be sent. */
export interface GatedCall {
  readonly turnId: string;
  readonly callId: string;
  readonly tool: AskedTool;
  readonly serverName?: string;
  /** The server's own words. */
  readonly description: string;
  /** The tool as its server describes it now; absent for what no server describes. */
  readonly definition?: ToolDefinition;
  /** From `freezeArgs` or `freezeArgsInSlices`: what will be sent. */
  readonly args: JsonValue;
  /** Null for what belongs to no catalog; such a call has no grants. */
  readonly lifetime: GrantLifetime | null;
}

/** Where the paired events go. Awaited: a question is stored before anybody can answer it. */
export interface GateEvents {
  requested(request: ApprovalRequest): Promise<void>;
  settled(request: ApprovalRequest, result: ApprovalResult): Promise<void>;
}

export interface GateOptions {
  readonly consent: HostPolicy["consent"];
  readonly conversationId: string;
  /** Milliseconds a question stands. */
  readonly answerWithinMs: number;
  /** Milliseconds the gate waits beyond `expiresAt`, because a host's store refuses late answers itself. */
  readonly answerGraceMs: number;
  readonly grants: SessionGrants;
  /** What the person allowed before, for what changed since (PER-15). */
  readonly definitions?: DefinitionMemory;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Read at each call, so a change counts from the next one (PER-01). */
  readonly preset: () => PermissionPreset;
  readonly handler: () => ApprovalHandler | null;
}

type Ruling =
  | { readonly kind: "automatic"; readonly source: ApprovalSource }
  | { readonly kind: "ask"; readonly handler: ApprovalHandler }
  | { readonly kind: "nobody" };

/** Decides one call: full access, then a grant, then a question (PER-02). Annotations of a server play no part. */
export class ApprovalGate {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Rejects only where storing an event does. */
  async decide(call: GatedCall, events: GateEvents, signal: AbortSignal): Promise<ApprovalOutcome> {
    const askedAt = this.#options.clock.now();
    const ruling = this.#rule(call);
    const request = this.#request(call, ruling, ruling.kind === "ask" ? await this.#changeOf(call) : null);
    await events.requested(request);
    const answer = await this.#answer({ ruling, request, call, signal, askedAt });
    const outcome = answer.allowed ? (obstacle(signal, call.lifetime) ?? answer) : answer;
    if (outcome.allowed && outcome.session) this.#grant(call);
    await events.settled(request, resultOf(outcome));
    if (ruling.kind === "ask" && outcome.allowed) await this.#remember(call);
    return outcome;
  }

  /** Whether such a call would go out without anybody being asked, as things are now (PER-02). */
  runsUnasked(call: Pick<GatedCall, "tool" | "lifetime">): boolean {
    return this.#rule(call).kind === "automatic";
  }

  #rule(call: Pick<GatedCall, "tool" | "lifetime">): Ruling {
    const { consent, preset, grants, handler } = this.#options;
    if (consent.kind === "preset") {
      if (preset() === "full-access") return { kind: "automatic", source: "full-access" };
      if (call.lifetime !== null && "toolName" in call.tool && grants.find(call.lifetime, call.tool.toolName)) {
        return { kind: "automatic", source: "session-grant" };
      }
    }
    const current = handler();
    return current === null ? { kind: "nobody" } : { kind: "ask", handler: current };
  }

  /** A memory that fails leaves the question as it is: everything in it is there all the same. */
  async #changeOf({ tool, definition }: GatedCall): Promise<DefinitionChange | null> {
    const { definitions } = this.#options;
    if (definitions === undefined || definition === undefined || !("toolName" in tool)) return null;
    const last = await definitions.last(tool).catch(() => null);
    return last === null ? null : changeSince(last, definition);
  }

  async #remember({ tool, definition }: GatedCall): Promise<void> {
    const { definitions, clock } = this.#options;
    if (definitions === undefined || definition === undefined || !("toolName" in tool)) return;
    const { serverId, toolName } = tool;
    const allowed = allowedDefinition(definition, clock.isoNow());
    await definitions.remember({ serverId, toolName }, allowed).catch(() => undefined); // the next question says less
  }

  #request(call: GatedCall, ruling: Ruling, changed: DefinitionChange | null): ApprovalRequest {
    const { newId, conversationId, consent } = this.#options;
    const { turnId, callId, tool, description, args, lifetime, serverName } = call;
    // The arguments are frozen already, and may be too many to walk through again.
    const asked = deepFreeze({
      id: newId(),
      conversationId,
      turnId,
      callId,
      tool: { ...tool },
      description,
      allowSession: consent.kind === "preset" && lifetime !== null && "toolName" in tool,
      expiresAt: ruling.kind === "ask" ? this.#expiresAt() : null,
      ...(serverName === undefined ? {} : { serverName }),
      ...(changed === null ? {} : { changed }),
    });
    return Object.freeze({ ...asked, args });
  }

  #expiresAt(): string {
    const { clock, answerWithinMs } = this.#options;
    return new Date(Date.parse(clock.isoNow()) + answerWithinMs).toISOString();
  }

  async #answer(asked: {
    ruling: Ruling;
    request: ApprovalRequest;
    call: GatedCall;
    signal: AbortSignal;
    askedAt: number;
  }): Promise<ApprovalOutcome> {
    const { ruling, request, call, signal, askedAt } = asked;
    switch (ruling.kind) {
      case "automatic":
        return { allowed: true, source: ruling.source };
      case "nobody":
        return refusedWithoutHandler;
      case "ask": {
        const { clock, answerWithinMs, answerGraceMs } = this.#options;
        const spentMs = clock.now() - askedAt;
        const waitMs = Math.max(0, answerWithinMs + answerGraceMs - spentMs);
        return ask({ request, handler: ruling.handler, waitMs, clock, signal, lifetime: call.lifetime });
      }
      default:
        return unreachable(ruling);
    }
  }

  #grant(call: GatedCall): void {
    if (call.lifetime !== null && "toolName" in call.tool) this.#options.grants.add(call.lifetime, call.tool);
  }
}

function resultOf(outcome: ApprovalOutcome): ApprovalResult {
  if (!outcome.allowed) {
    const { reason, code, note } = outcome;
    return { decision: "denied", reason, code, ...(note === undefined ? {} : { note }) };
  }
  const decision = outcome.session === true ? "allowed-session" : "allowed";
  return outcome.source === undefined ? { decision } : { decision, source: outcome.source };
}
