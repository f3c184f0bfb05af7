import { stat } from "node:fs/promises";
import type { McpServerView } from "@loop/contract";
import { type AgentSession, createAgentSession, McpManager } from "@loop/core";
import { sentenceAndStep } from "./call-words.js";
import type { SessionFlags } from "./command-line.js";
import { errorCodeOf } from "./error-code.js";
import { openServerDesk, type ServerDesk } from "./server-desk.js";
import { visibleLine } from "./visible-text.js";

export interface OpenSession {
  readonly session: AgentSession;
  readonly desk: ServerDesk;
  /** The servers as they are now; none without a file. */
  readonly list: () => Promise<readonly McpServerView[]>;
  readonly close: () => Promise<void>;
}

export type SessionOpening =
  | { readonly ok: true; readonly opened: OpenSession }
  /** A sentence with the next step. */
  | { readonly ok: false; readonly sentence: string };

/** Opens what the flags name. Servers begin to connect; nobody waits for them here. */
export async function openSession(flags: SessionFlags): Promise<SessionOpening> {
  const problem = await whyNot(flags);
  if (problem !== null) return { ok: false, sentence: problem };
  const manager = flags.mcpFile === null ? null : new McpManager(flags.mcpFile);
  try {
    await manager?.list();
    const session = await createAgentSession({
      model: flags.model,
      workspaceRoot: flags.workspace,
      permission: flags.permission,
      ...(flags.delivery === null ? {} : { delivery: flags.delivery }),
      ...(manager === null ? {} : { mcpManager: manager }),
      ...(flags.answerWithinMs === null ? {} : { answerWithinMs: flags.answerWithinMs }),
    });
    return { ok: true, opened: together(session, manager, flags) };
  } catch (error) {
    await manager?.close();
    const code = errorCodeOf(error);
    if (code === null) throw error;
    return { ok: false, sentence: sentenceAndStep(code) };
  }
}

function together(
  session: AgentSession,
  manager: McpManager | null,
  { workspace, delivery }: SessionFlags,
): OpenSession {
  const list = async () => (manager === null ? [] : manager.list());
  const tools = () => manager?.snapshot(workspace).tools ?? [];
  return {
    session,
    desk: openServerDesk(manager === null ? null : { list, tools, retry: (id) => manager.retry(id) }, {
      hasScripts: delivery !== "direct",
    }),
    list,
    close: async () => {
      await session.dispose();
      await manager?.close();
    },
  };
}

/** A file that was named must be there: a mistyped name would else read as no servers. */
async function whyNot({ workspace, mcpFile }: SessionFlags): Promise<string | null> {
  if (!(await is(workspace, "folder"))) return sentenceAndStep("workspace-invalid");
  if (mcpFile === null || (await is(mcpFile, "file"))) return null;
  return `There is no file ${visibleLine(mcpFile)}. Check the name after --mcp, or add a server with loop mcp add.`;
}

async function is(path: string, kind: "file" | "folder"): Promise<boolean> {
  try {
    const found = await stat(path);
    return kind === "folder" ? found.isDirectory() : found.isFile();
  } catch {
    return false;
  }
}
