import { fileURLToPath } from "node:url";
import {
  type BuiltinRoom,
  type Clock,
  commandEnvironment,
  createHostSession,
  type HostPolicy,
  openBuiltinRoom,
  type ScriptEngine,
  type Stores,
} from "@loop/core/host";
import type { LazyManager } from "../lazy-manager.js";
import type { SandboxProbe } from "../sandbox-probe.js";
import type { Settings } from "../settings.js";
import { AllowedDefinitions } from "./allowed-definitions.js";
import { ANSWER_GRACE_MS, type ApprovalDesk } from "./approval-desk.js";
import type { LiveSessionsOptions } from "./live-sessions.js";

export interface SessionParts {
  readonly settings: Settings;
  readonly policy: HostPolicy;
  readonly stores: Pick<Stores, "settings">;
  readonly manager: LazyManager;
  readonly desk: ApprovalDesk;
  readonly scripts: ScriptEngine;
  readonly sandbox: SandboxProbe;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly report: (line: string) => void;
}

/** Loop's own program: the folder that this package lies in among its others. Never written by a conversation. */
const INSTALL_DIR = fileURLToPath(new URL("../../..", import.meta.url));

/** Opens the live session of a conversation from what is stored of it. */
export function sessionOpener(parts: SessionParts): LiveSessionsOptions["open"] {
  const { settings, policy, stores, manager, desk, scripts, clock, newId, report } = parts;
  const definitions = new AllowedDefinitions(stores.settings);
  return async (conversation, history) => {
    const workspaceRoot = conversation.workspace ?? settings.workspace;
    const session = createHostSession({
      model: null,
      workspaceRoot,
      permission: conversation.permission,
      toolSource: await manager.get(),
      policy,
      conversationId: conversation.id,
      answerWithinMs: settings.answerWithinMs,
      answerGraceMs: ANSWER_GRACE_MS,
      history,
      definitions: definitions.of(conversation.accountId),
      scriptEngine: scripts,
      builtins: await openTools(parts, workspaceRoot),
      clock,
      newId,
      onUnexpectedError: () => report("A turn failed inside Loop and was ended."),
    });
    session.setApprovalHandler(desk.handler);
    return session;
  };
}

/** Null where the workspace is gone: the conversation goes on without Loop's own tools. */
async function openTools(parts: SessionParts, workspaceRoot: string): Promise<BuiltinRoom | null> {
  const { settings, sandbox, clock, report } = parts;
  const room = await openBuiltinRoom({
    workspaceRoot,
    loop: { dataDir: settings.dataDir, installDir: INSTALL_DIR },
    sandbox: await sandbox.state(),
    network: settings.commandNetwork,
    environment: commandEnvironment(settings.environment),
    clock,
  });
  if (room.ok) return room.value;
  report(`The workspace of a conversation cannot be used (${room.code}).`);
  return null;
}
