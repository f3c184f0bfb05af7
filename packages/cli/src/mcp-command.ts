import { type ErrorCode, errorBody, type McpServerView } from "@loop/contract";
import { McpManager } from "@loop/core";
import { sentenceAndStep } from "./call-words.js";
import type { McpCommand } from "./command-line.js";
import { errorCodeOf } from "./error-code.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import type { TerminalIo } from "./process-io.js";
import { renderServers, serverProblem } from "./render-servers.js";
import { visibleLine } from "./visible-text.js";
import { waitForServers } from "./wait-for-servers.js";

const RETRY = (serverId: string) => `run loop mcp retry ${serverId}`;

/** What an action did, for people; for programs the servers it looked at say enough. */
interface Done {
  readonly servers: readonly McpServerView[];
  readonly lines: readonly string[];
  readonly code: ExitCode;
}

/** `loop mcp …` over the same manager, file and rules as the app. */
export async function runMcp(command: McpCommand, io: TerminalIo): Promise<ExitCode> {
  const manager = new McpManager(command.file);
  const controller = new AbortController();
  const endings = [io.onInterrupt(() => controller.abort()), io.onTerminate(() => controller.abort())];
  try {
    const done = await act({ command, manager, io, signal: controller.signal });
    const text = command.json ? JSON.stringify({ servers: done.servers }) : done.lines.join("\n");
    io.stdout.write(`${text}\n`);
    return controller.signal.aborted ? EXIT.interrupted : done.code;
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === null) throw error;
    return complain(code, command, io);
  } finally {
    await manager.close();
    for (const end of endings) end();
  }
}

function complain(code: ErrorCode, { json }: McpCommand, io: TerminalIo): ExitCode {
  if (json) io.stdout.write(`${JSON.stringify(errorBody(code))}\n`);
  else io.stderr.write(`${sentenceAndStep(code)}\n`);
  return EXIT.usage;
}

interface Job {
  readonly command: McpCommand;
  readonly manager: McpManager;
  readonly io: TerminalIo;
  readonly signal: AbortSignal;
}

async function act(job: Job): Promise<Done> {
  const { manager, command } = job;
  const { action } = command;
  switch (action.kind) {
    case "list":
      return listed(await settled(job, () => true));
    case "add":
      await manager.save(action.config, true);
      return withState(job, action.config.id, "Saved");
    case "enable":
      await manager.setEnabled(action.id, true);
      return withState(job, action.id, "Switched on");
    case "retry":
      await manager.retry(action.id);
      return withState(job, action.id, "Tried again");
    case "disable":
      await manager.setEnabled(action.id, false);
      return { ...listed(await settled(job, isServer(action.id))), lines: [`Switched off: ${action.id}.`] };
    case "remove":
      await manager.remove(action.id);
      return { servers: [], lines: [`Removed: ${visibleLine(action.id)}.`], code: EXIT.done };
    default:
      return unreachable(action);
  }
}

/** The servers asked about, once they are ready, in error or off. */
async function settled(job: Job, isMeant: (server: McpServerView) => boolean): Promise<readonly McpServerView[]> {
  const { command, manager, io, signal } = job;
  const list = async () => (await manager.list()).filter(isMeant);
  return waitForServers({ list, withinMs: command.waitServersMs, signal, now: io.nowMs });
}

function isServer(id: string): (server: McpServerView) => boolean {
  return ({ config }) => config.id === id;
}

function listed(servers: readonly McpServerView[]): Done {
  return { servers, lines: renderServers(servers, RETRY), code: EXIT.done };
}

/** The change itself is done; that the server cannot be reached is said, and only a retry counts it as a failure. */
async function withState(job: Job, id: string, done: string): Promise<Done> {
  const servers = await settled(job, isServer(id));
  const hasFailed = servers.some(({ status }) => status === "error");
  const code = hasFailed && job.command.action.kind === "retry" ? EXIT.usage : EXIT.done;
  return { servers, lines: [`${done}: ${visibleLine(id)}.`, ...servers.map(stateLine)], code };
}

function stateLine(server: McpServerView): string {
  switch (server.status) {
    case "ready":
      return `It is ready. Tools: ${server.toolCount}.`;
    case "error":
      return `It cannot be used yet. ${serverProblem(server.config.id, server.code, RETRY)}`;
    case "disabled":
      return "It is switched off.";
    case "queued":
    case "connecting":
    case "refreshing":
      return "It is still connecting.";
    default:
      return unreachable(server);
  }
}

function unreachable(value: never): never {
  throw new Error(`unknown case ${JSON.stringify(value)}`);
}
