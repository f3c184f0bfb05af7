import type { McpServerView } from "@loop/contract";
import { McpManager } from "@loop/core";
import { errorCodeOf } from "./error-code.js";
import { modeOf } from "./file-mode.js";
import { type Finding, problem } from "./finding.js";
import { serverProblem } from "./render-servers.js";
import { openWithoutServers, readSavedServers } from "./saved-servers.js";
import { visibleLine } from "./visible-text.js";
import { waitForServers } from "./wait-for-servers.js";

const ABOUT = "Servers";
const AGAIN = "run loop doctor again";

export interface ServerCheck {
  readonly file: string;
  /** Whether the servers are started and looked at. */
  readonly starts: boolean;
  readonly withinMs: number;
  readonly nowMs: () => number;
}

export async function checkServers(check: ServerCheck): Promise<readonly Finding[]> {
  const mode = await modeOf(check.file);
  if (mode === null) {
    const nextStep = "Run loop mcp add-sample to try one, or loop mcp add --help.";
    return [{ about: ABOUT, state: "note", sentence: "There is no server file yet.", nextStep }];
  }
  try {
    const findings = check.starts ? await lookAtServers(check) : await lookAtFile(check.file);
    return [...findings, ...fileRights(check.file, mode)];
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === null) throw error;
    return [problem(ABOUT, code)];
  }
}

/** By the manager's own rules, and without a server being started. */
async function lookAtFile(file: string): Promise<readonly Finding[]> {
  const manager = openWithoutServers(file);
  try {
    await manager.list();
  } finally {
    await manager.close();
  }
  const saved = await readSavedServers(file);
  if (!saved.ok) return [problem(ABOUT, saved.code)];
  const { length } = saved.servers;
  const off = saved.servers.filter(({ enabled }) => !enabled).length;
  const sentence = `The server file can be read. Servers: ${length}, switched off: ${off}.`;
  const isWorthStarting = length > off;
  const nextStep = "--servers starts them and says how each one is.";
  return [{ about: ABOUT, state: "good", sentence, ...(isWorthStarting ? { nextStep } : {}) }];
}

async function lookAtServers({ file, withinMs, nowMs }: ServerCheck): Promise<readonly Finding[]> {
  const manager = new McpManager(file);
  try {
    const { signal } = new AbortController();
    const servers = await waitForServers({ list: () => manager.list(), withinMs, signal, now: nowMs });
    const sentence = `The server file can be read. Servers: ${servers.length}.`;
    return [{ about: ABOUT, state: "good", sentence }, ...servers.map(serverFinding)];
  } finally {
    await manager.close();
  }
}

/** The file holds header and environment values as they are. */
function fileRights(file: string, mode: number): readonly Finding[] {
  if (process.platform === "win32" || (mode & 0o077) === 0) return [];
  const sentence = "The server file can be read by other users of this computer.";
  return [{ about: ABOUT, state: "note", sentence, nextStep: `Run: chmod 600 ${visibleLine(file)}` }];
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

function unreachable(value: never): never {
  throw new Error(`unknown case ${JSON.stringify(value)}`);
}
