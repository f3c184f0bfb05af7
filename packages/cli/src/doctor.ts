import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { probeSandbox } from "@loop/core";
import { checkModel } from "./check-model.js";
import { sandboxFinding } from "./check-sandbox.js";
import { checkServers } from "./check-servers.js";
import type { DoctorCommand } from "./command-line.js";
import { EXIT, type ExitCode } from "./exit-codes.js";
import { modeOf } from "./file-mode.js";
import { type Finding, findingLines, problem } from "./finding.js";
import type { TerminalIo } from "./process-io.js";
import { visibleLine } from "./visible-text.js";

/** Looks and tells; changes nothing, and starts servers or asks the model only where its flags say so. */
export async function runDoctor(command: DoctorCommand, io: TerminalIo): Promise<ExitCode> {
  const findings = [
    checkNode(process.versions.node),
    await checkDataDir(command.dataDir),
    ...(await checkServers({
      file: command.mcpFile,
      starts: command.startsServers,
      withinMs: command.waitServersMs,
      nowMs: io.nowMs,
    })),
    await checkModel({ model: command.model, asks: command.asksModel }),
    sandboxFinding(await probeSandbox()),
  ];
  const text = command.json ? JSON.stringify({ findings }) : findings.flatMap(findingLines).join("\n");
  io.stdout.write(`${text}\n`);
  return findings.some(({ state }) => state === "problem") ? EXIT.internal : EXIT.done;
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
  if (!(await isUsable(dir))) return problem(about, "data-dir-unreadable");
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    const sentence = `${visibleLine(dir)} can be opened by other users of this computer.`;
    return { about, state: "note", sentence, nextStep: `Run: chmod 700 ${visibleLine(dir)}` };
  }
  return { about, state: "good", sentence: `${visibleLine(dir)} can be read and written.` };
}

async function isUsable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
