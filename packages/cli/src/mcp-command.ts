import { type ErrorCode, errorBody, type McpServerConfig, type McpServerView } from "@loop/contract";
import { McpManager, McpManagerError, type McpManagerOptions } from "@loop/core";
import { sentenceAndStep } from "./call-words.js";
import type { McpAction, McpCommand } from "./command-line.js";
import { errorCodeOf } from "./error-code.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { askToSave, previewLines, readImport, refusedLine, saveImport } from "./import-command.js";
import type { TerminalIo } from "./process-io.js";
import { renderServers, serverProblem } from "./render-servers.js";
import { openWithoutServers, readSavedServers } from "./saved-servers.js";
import { toolRows } from "./server-desk.js";
import { tryServer } from "./try-server.js";
import { visibleLine } from "./visible-text.js";
import { waitForServers } from "./wait-for-servers.js";

const RETRY = (serverId: string) => `run loop mcp retry ${serverId}`;

/** What an action did: for programs, for people, and as an exit code. */
interface Done {
  readonly json: object;
  readonly lines: readonly string[];
  readonly code: ExitCode;
  /** For people, the lines go to standard error. */
  readonly isComplaint?: boolean;
}

interface Job {
  readonly command: McpCommand;
  readonly io: TerminalIo;
  readonly signal: AbortSignal;
}

/** `loop mcp …` over the same manager, file and rules as the app. */
export async function runMcp(command: McpCommand, io: TerminalIo): Promise<ExitCode> {
  const controller = new AbortController();
  const endings = [io.onInterrupt(() => controller.abort()), io.onTerminate(() => controller.abort())];
  try {
    const done = await act({ command, io, signal: controller.signal });
    const text = command.json ? JSON.stringify(done.json) : done.lines.join("\n");
    const output = done.isComplaint === true && !command.json ? io.stderr : io.stdout;
    output.write(`${text}\n`);
    return controller.signal.aborted ? EXIT.interrupted : done.code;
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === null) throw error;
    return complain(code, command, io);
  } finally {
    for (const end of endings) end();
  }
}

function complain(code: ErrorCode, { json }: McpCommand, io: TerminalIo): ExitCode {
  if (json) io.stdout.write(`${JSON.stringify(errorBody(code))}\n`);
  else io.stderr.write(`${sentenceAndStep(code)}\n`);
  return EXIT.usage;
}

async function act(job: Job): Promise<Done> {
  const { action } = job.command;
  switch (action.kind) {
    case "list":
      return withManager(job, {}, async (manager) => listed(await settled(job, manager, null)));
    case "add":
      return withManager(job, { connectOnly: [action.config.id] }, async (manager) => {
        await manager.save(action.config, true);
        return withState(await settled(job, manager, action.config.id), `Saved: ${action.config.id}.`);
      });
    case "retry":
      return withManager(job, { connectOnly: [action.id] }, async (manager) => {
        await manager.retry(action.id);
        const done = withState(await settled(job, manager, action.id), `Tried again: ${action.id}.`);
        return done.hasFailed ? { ...done, code: EXIT.usage } : done;
      });
    case "enable":
    case "disable":
    case "remove":
      return changeFile(action, job);
    case "test":
      return tried(action.target, job);
    case "import":
      return imported(action, job);
    default:
      return unreachable(action);
  }
}

/** An action about one server starts no other. */
async function withManager(
  job: Job,
  options: Pick<McpManagerOptions, "connectOnly">,
  work: (manager: McpManager) => Promise<Done>,
): Promise<Done> {
  const manager = new McpManager(job.command.file, options);
  try {
    return await work(manager);
  } finally {
    await manager.close();
  }
}

/** The servers asked about, once they are ready, in error or off. */
async function settled(
  { command, io, signal }: Job,
  manager: McpManager,
  id: string | null,
): Promise<readonly McpServerView[]> {
  const list = async () => (await manager.list()).filter(({ config }) => id === null || config.id === id);
  return waitForServers({ list, withinMs: command.waitServersMs, signal, now: io.nowMs });
}

function listed(servers: readonly McpServerView[]): Done {
  return { json: { servers }, lines: renderServers(servers, RETRY), code: EXIT.done };
}

/** The change itself is done; that the server cannot be reached is only said. */
function withState(servers: readonly McpServerView[], done: string): Done & { readonly hasFailed: boolean } {
  const hasFailed = servers.some(({ status }) => status === "error");
  return { json: { servers }, lines: [visibleLine(done), ...servers.map(stateLine)], code: EXIT.done, hasFailed };
}

/** Only the file is changed: no server starts for it. */
async function changeFile(
  { kind, id }: Extract<McpAction, { kind: "enable" | "disable" | "remove" }>,
  { command }: Job,
): Promise<Done> {
  const manager = openWithoutServers(command.file);
  try {
    if (kind === "remove") await manager.remove(id);
    else await manager.setEnabled(id, kind === "enable");
  } finally {
    await manager.close();
  }
  const name = visibleLine(id);
  const lines = {
    enable: [`Switched on: ${name}. Run loop mcp test ${name} to try it.`],
    disable: [`Switched off: ${name}.`],
    remove: [`Removed: ${name}.`],
  };
  return { json: { id, done: kind }, lines: lines[kind], code: EXIT.done };
}

async function tried(target: Extract<McpAction, { kind: "test" }>["target"], job: Job): Promise<Done> {
  const { command, io, signal } = job;
  const config = "config" in target ? target.config : await savedServer(target.id, command.file);
  const { view, tools } = await tryServer(config, { withinMs: command.waitServersMs, signal, now: io.nowMs });
  const isReady = view?.status === "ready";
  const names = tools.map(({ toolName }) => toolName);
  return {
    json: { server: view, tools: names },
    lines: isReady ? [`It works. Tools: ${tools.length}.`, ...toolRows(tools)] : [view === null ? "" : triedLine(view)],
    code: isReady ? EXIT.done : EXIT.usage,
  };
}

async function savedServer(id: string, file: string): Promise<McpServerConfig> {
  const saved = await readSavedServers(file);
  if (!saved.ok) throw new McpManagerError(saved.code);
  const found = saved.servers.find((server) => server.id === id);
  if (found === undefined) throw new McpManagerError("server-unknown");
  return found;
}

async function imported({ path, saves }: Extract<McpAction, { kind: "import" }>, job: Job): Promise<Done> {
  const { command, io } = job;
  const reading = await readImport(path, io);
  if (!reading.ok) return unreadable(reading.sentence);
  const { servers, refused } = reading.preview;
  const preview = previewLines(reading.preview);
  const code = refused.length === 0 ? EXIT.done : EXIT.usage;
  if (servers.length === 0 || saves === false) return { json: { saved: [], refused }, lines: preview, code };
  if (saves === null && !command.json) io.stderr.write(`${preview.join("\n")}\n`);
  const isWanted = saves ?? (await askToSave(servers.length, io));
  if (isWanted !== true) {
    const words = isWanted === null ? "Nothing is saved yet. Run it again with --yes to save." : "Nothing was saved.";
    return { json: { saved: [], refused }, lines: [words], code };
  }
  return withManager(job, { connectOnly: [] }, async (manager) => {
    const done = await saveImport(servers, manager);
    const left = [...refused, ...done.refused];
    const lines = done.saved.map((id) => `Saved: ${visibleLine(id)}.`);
    const isWhole = left.length === 0;
    const failures = saves === null ? done.refused : left;
    return {
      json: { saved: done.saved, refused: left },
      lines: [...lines, ...failures.map(refusedLine)],
      code: isWhole ? EXIT.done : EXIT.usage,
    };
  });
}

function unreadable(sentence: string): Done {
  return { json: errorBody("config-invalid"), lines: [sentence], code: EXIT.usage, isComplaint: true };
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

function triedLine(server: McpServerView): string {
  if (server.status === "error") return serverProblem(server.config.id, server.code, () => "test it again");
  return "It is still connecting. A longer --wait-servers gives it more time.";
}

function unreachable(value: never): never {
  throw new Error(`unknown case ${JSON.stringify(value)}`);
}
