import type { PermissionPreset } from "@loop/contract";
import type { Message } from "../agent/messages.js";
import type { ApprovalGate } from "../approvals/gate.js";
import type { EndedGrant } from "../approvals/grants.js";
import type { ModelDriver } from "../models/model.js";
import type { SessionOptions, TurnNotice, TurnSetup } from "./agent-session-types.js";
import type { CapturedCatalog } from "./catalog-capture.js";
import type { MemoryGate } from "./memory-gate.js";
import type { ScriptRoom } from "./script-call.js";
import type { TurnOutput } from "./turn-output.js";

/** What one turn works with, frozen when it began. */
export interface TurnParts {
  readonly options: SessionOptions & Partial<TurnSetup>;
  /** What this turn goes without, for the reader. */
  readonly notices: readonly TurnNotice[];
  readonly model: ModelDriver | null;
  readonly catalog: CapturedCatalog;
  /** Null where tools are declared directly, or none is ready. */
  readonly scripts: ScriptRoom | null;
  readonly gate: ApprovalGate;
  readonly memory: MemoryGate;
  readonly preset: () => PermissionPreset;
  readonly output: TurnOutput;
  /** The session's history as it is now. */
  readonly history: () => readonly Message[];
  /** Grants that ended since the last turn told of them. */
  readonly takeEndedGrants: () => readonly EndedGrant[];
  readonly signal: AbortSignal;
}
