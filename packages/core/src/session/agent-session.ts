import type { CallTarget, Grant, PermissionPreset } from "@loop/contract";
import type { Message } from "../agent/messages.js";
import type { ApprovalHandler } from "../approvals/approval.js";
import { ApprovalGate } from "../approvals/gate.js";
import { type EndedGrant, SessionGrants } from "../approvals/grants.js";
import { SessionDefinitions } from "../approvals/tool-definition.js";
import type { ScriptEngine } from "../codemode/script-engine.js";
import { WorkerEngine } from "../codemode/worker-engine.js";
import type { ModelDriver } from "../models/model.js";
import type { HostSession, SessionOptions, TurnHost, TurnSetup } from "./agent-session-types.js";
import { captureCatalog } from "./catalog-capture.js";
import { repairHistory } from "./history.js";
import { MemoryGate } from "./memory-gate.js";
import { scriptRoomFor } from "./script-call.js";
import { SessionError } from "./session-error.js";
import { runCallTurn, runPromptTurn, type TurnOutcome } from "./turn.js";
import { TurnOutput } from "./turn-output.js";
import type { TurnParts } from "./turn-parts.js";

type TurnBody = (parts: TurnParts) => Promise<TurnOutcome>;

interface RunningTurn {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

/** See `HostSession`. */
export class LiveSession implements HostSession {
  readonly #options: SessionOptions;
  readonly #grants: SessionGrants;
  readonly #gate: ApprovalGate;
  readonly #history: Message[];
  #endedGrants: EndedGrant[] = [];
  #model: ModelDriver | null;
  #permission: PermissionPreset;
  #handler: ApprovalHandler | null = null;
  #running: RunningTurn | null = null;
  /** The last turn's. */
  #memory: MemoryGate | null = null;
  #ownEngine: WorkerEngine | null = null;
  #isDisposed = false;

  constructor(options: SessionOptions) {
    const { clock, newId, policy, conversationId } = options;
    this.#options = options;
    this.#model = options.model;
    this.#permission = options.permission;
    this.#history = [...repairHistory(options.history ?? [])];
    this.#grants = new SessionGrants({
      newId,
      isoNow: () => clock.isoNow(),
      onEnded: (ended) => this.#endedGrants.push(ended),
    });
    this.#gate = new ApprovalGate({
      consent: policy.consent,
      conversationId,
      answerWithinMs: options.answerWithinMs ?? policy.consent.answerWithinMs,
      answerGraceMs: options.answerGraceMs ?? 0,
      grants: this.#grants,
      definitions: options.definitions ?? new SessionDefinitions(),
      clock,
      newId,
      preset: () => this.#permission,
      handler: () => this.#handler,
    });
  }

  runPrompt(text: string, host: TurnHost, signal: AbortSignal): Promise<void> {
    return this.#begin(host, signal, (parts) => runPromptTurn(parts, text));
  }

  runCall(
    call: { callId: string; tool: CallTarget; args: unknown },
    host: TurnHost,
    signal: AbortSignal,
  ): Promise<void> {
    return this.#begin(host, signal, (parts) => runCallTurn(parts, call));
  }

  setApprovalHandler(handler: ApprovalHandler | null): void {
    this.#handler = handler;
  }

  setPermission(preset: PermissionPreset): void {
    this.#permission = preset;
  }

  setModel(model: ModelDriver | null): void {
    this.#model = model;
  }

  grants(): readonly Grant[] {
    return this.#grants.list();
  }

  revokeGrant(id: string): boolean {
    return this.#grants.revoke(id);
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#handler = null;
    this.#grants.clear();
    this.#running?.controller.abort();
    await this.#running?.ended;
    this.#grants.clear();
    await this.#ownEngine?.close();
    await this.#options.builtins?.close();
  }

  async #begin(host: TurnHost, signal: AbortSignal, body: TurnBody): Promise<void> {
    if (this.#isDisposed) throw new SessionError("session-closed");
    if (this.#running !== null) throw new SessionError("turn-running");
    const controller = new AbortController();
    const stop = (): void => controller.abort();
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    const turn = this.#runTurn(host, controller, body);
    // Whoever disposes only waits for the end; how it ended is told to the caller below.
    this.#running = { controller, ended: turn.catch(() => {}) };
    if (this.#isDisposed) stop();
    try {
      await turn;
    } finally {
      signal.removeEventListener("abort", stop);
      this.#running = null;
    }
  }

  async #runTurn(host: TurnHost, controller: AbortController, body: TurnBody): Promise<void> {
    const output = new TurnOutput({
      host,
      clock: this.#options.clock,
      remember: (messages) => this.#history.push(...messages),
      abandon: () => controller.abort(),
    });
    const options = { ...this.#options, ...host.setup };
    const model = this.#model;
    const outcome = await this.#outcomeOf(() => this.#parts(options, output, controller.signal), output, body);
    if (output.failure !== null) throw output.failure.error;
    const { reason, code, usage } = this.#isDisposed ? interrupted(outcome) : outcome;
    await output.emit({
      type: "turn-end",
      reason,
      ...(code === undefined ? {} : { code }),
      ...(usage === null ? {} : { usage }),
      ...(usage === null || model === null ? {} : { model: model.id }),
    });
  }

  async #outcomeOf(parts: () => TurnParts, output: TurnOutput, body: TurnBody): Promise<TurnOutcome> {
    try {
      return await body(parts());
    } catch (error) {
      if (output.failure === null) this.#options.onUnexpectedError?.(error);
      return { reason: "failed", code: "turn-failed", usage: null };
    }
  }

  /** One snapshot serves the script catalog and the prompt's rows (PRM-04). */
  #catalog({ toolSource, workspaceRoot, policy }: SessionOptions): Pick<TurnParts, "catalog" | "scripts"> {
    const catalog = captureCatalog(toolSource, workspaceRoot);
    const usesScripts = policy.delivery === "codemode" && catalog.tools.length > 0;
    return { catalog, scripts: usesScripts ? scriptRoomFor(this.#engine(), catalog) : null };
  }

  /** Only a person opens memory again; a turn nobody started goes on as the last one left it. */
  #memoryFor({ policy, startedBy = "person" }: SessionOptions & Partial<TurnSetup>): MemoryGate {
    const startsClosed = startedBy === "host" && (this.#memory?.isClosed ?? true);
    this.#memory = new MemoryGate(policy.memoryAfterMcp, { startsClosed });
    return this.#memory;
  }

  #engine(): ScriptEngine {
    if (this.#options.scriptEngine !== undefined) return this.#options.scriptEngine;
    this.#ownEngine ??= new WorkerEngine(this.#options.clock);
    return this.#ownEngine;
  }

  #parts(options: SessionOptions & Partial<TurnSetup>, output: TurnOutput, signal: AbortSignal): TurnParts {
    return {
      options,
      notices: options.notices ?? [],
      model: this.#model,
      ...this.#catalog(options),
      gate: this.#gate,
      memory: this.#memoryFor(options),
      preset: () => this.#permission,
      output,
      history: () => this.#history,
      takeEndedGrants: () => this.#endedGrants.splice(0),
      signal,
    };
  }
}

/** A session that goes away under its turn: the turn neither finished nor was stopped by a person. */
function interrupted(outcome: TurnOutcome): Omit<TurnOutcome, "reason"> & { reason: "interrupted" | "done" } {
  if (outcome.reason === "done") return { ...outcome, reason: "done" };
  return { reason: "interrupted", code: "turn-interrupted", usage: outcome.usage };
}

/** The host's face of a session. Resolving a model's name and time itself are the caller's. */
export function createHostSession(options: SessionOptions): HostSession {
  return new LiveSession(options);
}
