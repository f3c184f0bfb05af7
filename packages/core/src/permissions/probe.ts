import { access, constants, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname } from "node:path";
import type { SandboxErrorCode } from "@loop/contract";
import { type Clock, systemClock } from "../kit/clock.js";
import { type CanaryEnd, runCanary } from "./canary.js";
import { isWithin } from "./mounts.js";
import type { SandboxEngine, SandboxState } from "./sandbox-state.js";

export interface ProbeOptions {
  readonly clock?: Clock;
  readonly platform?: NodeJS.Platform;
  /** Where the sandbox program may lie, best first. A search along PATH could find one of the workspace. */
  readonly files?: readonly string[];
  /** Runs the trial of an engine; a test's own stands in for systems that are not at hand. */
  readonly canary?: (engine: SandboxEngine) => Promise<CanaryEnd>;
  readonly signal?: AbortSignal;
}

const bubblewrapFiles = ["/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap", "/run/current-system/sw/bin/bwrap"];
const seatbeltFiles = ["/usr/bin/sandbox-exec"];

interface Variant {
  readonly engine: Pick<
    Extract<SandboxEngine, { kind: "bubblewrap" }>,
    "userNamespace" | "closesNamespaces" | "processView"
  >;
  /** What is missing; null where nothing is. */
  readonly reason: SandboxErrorCode | null;
}

/** The best first. */
const variants: readonly Variant[] = [
  { engine: { userNamespace: true, closesNamespaces: true, processView: true }, reason: null },
  { engine: { userNamespace: true, closesNamespaces: true, processView: false }, reason: "sandbox-no-processes" },
  { engine: { userNamespace: true, closesNamespaces: false, processView: true }, reason: "sandbox-open-namespaces" },
  { engine: { userNamespace: false, closesNamespaces: false, processView: true }, reason: "sandbox-shared-users" },
];

/** Tries the sandbox for real, once at start. Never throws; takes under a second, and some twenty at the very most. */
export async function probeSandbox(options: ProbeOptions = {}): Promise<SandboxState> {
  const { clock = systemClock, platform = process.platform, signal } = options;
  const canary =
    options.canary ??
    (async (engine: SandboxEngine) => runCanary(engine, { clock, signal, programs: await programFolders() }));
  if (platform === "linux") return await probeBubblewrap(options.files ?? bubblewrapFiles, canary);
  if (platform === "darwin") return await probeSeatbelt(options.files ?? seatbeltFiles, canary);
  return none("sandbox-unsupported");
}

type Canary = (engine: SandboxEngine) => Promise<CanaryEnd>;

async function probeBubblewrap(files: readonly string[], canary: Canary): Promise<SandboxState> {
  const file = await firstExecutable(files);
  if (file === null) return none("sandbox-missing");
  let hasLeaked = false;
  for (const { engine: features, reason } of variants) {
    const engine: SandboxEngine = { kind: "bubblewrap", file, ...features };
    const end = await canary(engine);
    if (end === "holds" && reason === null) return { state: "enforced", engine, reason };
    if (end === "holds" && reason !== null) return { state: "partial", engine, reason };
    hasLeaked ||= end === "leaks";
  }
  return none(hasLeaked ? "sandbox-leaks" : "sandbox-forbidden");
}

async function probeSeatbelt(files: readonly string[], canary: Canary): Promise<SandboxState> {
  const file = await firstExecutable(files);
  if (file === null) return none("sandbox-missing");
  const engine: SandboxEngine = { kind: "seatbelt", file };
  const end = await canary(engine);
  if (end === "holds") return { state: "partial", engine, reason: "sandbox-unproven" };
  return none(end === "leaks" ? "sandbox-leaks" : "sandbox-forbidden");
}

function none(reason: SandboxErrorCode): SandboxState {
  return { state: "none", engine: null, reason };
}

async function firstExecutable(files: readonly string[]): Promise<string | null> {
  for (const file of files) {
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return null;
}

/** The folder Node was installed in, so that commands find it; none where that folder would show the whole home. */
export async function programFolders(): Promise<readonly string[]> {
  const folder = dirname(dirname(await realpath(process.execPath)));
  const isTooWide = isWithin(homedir(), folder) || folder.split("/").length < 3;
  return isTooWide ? [] : [folder];
}
