import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { type ErrorCode, errorText, type McpServerView } from "@loop/contract";
import { createAgentSession, McpManager } from "@loop/core";
import type { DoctorCommand } from "./command-line.js";
import { errorCodeOf } from "./error-code.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import type { TerminalIo } from "./process-io.js";
import { serverProblem } from "./render-servers.js";
import { visibleLine } from "./visible-text.js";
import { waitForServers } from "./wait-for-servers.js";

const AGAIN = "run loop doctor again";

export interface Finding {
  readonly about: string;
  readonly state: "good" | "note" | "problem";
  readonly sentence: string;
  readonly nextStep?: string;
}

/** Looks and tells; changes nothing and asks no model anything. */
export async function runDoctor(command: DoctorCommand, io: TerminalIo): Promise<ExitCode> {
  const findings = [
    checkNode(process.versions.node),
    await checkDataDir(command.dataDir),
    ...(await checkServers(command, io)),
    await checkModel(command),
  ];
  const text = command.json ? JSON.stringify({ findings }) : findings.flatMap(findingLines).join("\n");
  io.stdout.write(`${text}\n`);
  return findings.some(({ state }) => state === "problem") ? EXIT.usage : EXIT.done;
}

export function findingLines({ about, state, sentence, nextStep }: Finding): string[] {
  const sign = { good: "ok     ", note: "note   ", problem: "problem" }[state];
  return [`${sign}  ${about}: ${sentence}`, ...(nextStep === undefined ? [] : [`         ${nextStep}`])];
}

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isGood = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!isGood) return problem("Node", "node-too-old");
  return { about: "Node", state: "good", sentence: `Version ${version}.` };
}

async function checkDataDir(dir: string): Promise<Finding> {
  const about = "Data directory";
  const mode = await modeOf(dir);
  if (mode === null)
    return { about, state: "note", sentence: `${visibleLine(dir)} does not exist yet. It is made when needed.` };
  if (!(await isUsable(dir, constants.R_OK | constants.W_OK | constants.X_OK)))
    return problem(about, "data-dir-unreadable");
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    const sentence = `${visibleLine(dir)} can be opened by other users of this computer.`;
    return { about, state: "note", sentence, nextStep: `Run: chmod 700 ${visibleLine(dir)}` };
  }
  return { about, state: "good", sentence: `${visibleLine(dir)} can be read and written.` };
}

async function checkServers(command: DoctorCommand, io: TerminalIo): Promise<readonly Finding[]> {
  const about = "Servers";
  const { mcpFile, waitServersMs } = command;
  const mode = await modeOf(mcpFile);
  if (mode === null) {
    const nextStep = "Run loop mcp add-sample to try one, or loop mcp add --help.";
    return [{ about, state: "note", sentence: "There is no server file yet.", nextStep }];
  }
  const manager = new McpManager(mcpFile);
  const { signal } = new AbortController();
  try {
    const list = () => manager.list();
    const servers = await waitForServers({ list, withinMs: waitServersMs, signal, now: io.nowMs });
    const first: Finding = {
      about,
      state: "good",
      sentence: `The server file can be read. Servers: ${servers.length}.`,
    };
    return [first, ...fileRights(mcpFile, mode), ...servers.map(serverFinding)];
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === null) throw error;
    return [problem(about, code)];
  } finally {
    await manager.close();
  }
}

/** The file holds header and environment values as they are. */
function fileRights(file: string, mode: number): readonly Finding[] {
  if (process.platform === "win32" || (mode & 0o077) === 0) return [];
  const sentence = "The server file can be read by other users of this computer.";
  return [{ about: "Servers", state: "note", sentence, nextStep: `Run: chmod 600 ${visibleLine(file)}` }];
}

function serverFinding(server: McpServerView): Finding {
  const about = `Server ${visibleLine(server.config.name)}`;
  switch (server.status) {
    case "ready":
      return { about, state: "good", sentence: `Ready. Tools: ${server.toolCount}.` };
    case "disabled":
      return { about, state: "note", sentence: "Switched off." };
    case "error":
      return { about, state: "problem", sentence: serverProblem(server.config.id, server.code, () => AGAIN) };
    case "queued":
    case "connecting":
    case "refreshing":
      return { about, state: "problem", sentence: "Still connecting.", nextStep: "Try a longer --wait-servers." };
    default:
      return unreachable(server);
  }
}

/** Whether the name and its settings fit together; only a question would tell whether the provider takes the key. */
async function checkModel({ model, dataDir }: DoctorCommand): Promise<Finding> {
  const about = "Model";
  if (model === null) {
    const nextStep = "Set LOOP_MODEL=provider/model. Without one, tools can still be called by hand.";
    return { about, state: "note", sentence: "No model is chosen.", nextStep };
  }
  try {
    const session = await createAgentSession({ model, workspaceRoot: dataDir });
    await session.dispose();
    return { about, state: "good", sentence: `${visibleLine(model)} is set up. It was not asked anything.` };
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === null) throw error;
    return problem(about, code);
  }
}

function problem(about: string, code: ErrorCode): Finding {
  const { sentence, nextStep } = errorText(code);
  return { about, state: "problem", sentence, nextStep };
}

async function modeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).mode;
  } catch {
    return null;
  }
}

async function isUsable(path: string, rights: number): Promise<boolean> {
  try {
    await access(path, rights);
    return true;
  } catch {
    return false;
  }
}

function unreachable(value: never): never {
  throw new Error(`unknown case ${JSON.stringify(value)}`);
}
