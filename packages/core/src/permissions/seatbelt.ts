import { delimiter, join } from "node:path";
import type { SandboxBounds, SandboxEngine, SandboxedCommand, SandboxLaunch } from "./sandbox-state.js";

type Seatbelt = Extract<SandboxEngine, { readonly kind: "seatbelt" }>;

const systemFolders = [
  "/usr",
  "/bin",
  "/sbin",
  "/System",
  "/Library",
  "/opt",
  "/private/var/db/timezone",
  "/private/var/select",
];
const systemPath = ["/opt/homebrew/bin", "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/**
 * macOS: the same bounds as a profile of sandbox-exec. It has not been run on that system by its authors, so the probe
 * never calls it more than partial.
 */
export function seatbeltLaunch(engine: Seatbelt, { bounds, argv, env }: SandboxedCommand): SandboxLaunch {
  const path = [...bounds.programs.map((folder) => join(folder, "bin")), ...systemPath].join(delimiter);
  const all = { LANG: "en_US.UTF-8", TERM: "dumb", ...env, PATH: path, HOME: bounds.workspace };
  const variables = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  return {
    file: engine.file,
    args: ["-p", seatbeltProfile(bounds), "/usr/bin/env", "-i", ...variables, ...argv],
    statusDescriptor: null,
    notice: null,
    tidy: async () => {},
  };
}

/** Later rules win, so what is refused inside the workspace comes last. */
export function seatbeltProfile(bounds: SandboxBounds): string {
  const { workspace, isWritable, network, dataDir, installDir, programs } = bounds;
  const under = (path: string) => `(subpath ${quoted(path)})`;
  const readable = [...systemFolders, ...programs, workspace].map(under).join(" ");
  const own = installDir === null ? "" : under(installDir);
  const lines = [
    "(version 1)",
    "(deny default)",
    "(allow process-fork process-exec sysctl-read)",
    "(allow signal process-info* (target same-sandbox))",
    "(allow file-read-metadata)",
    `(allow file-read* (literal "/") (literal "/dev/null") (literal "/dev/urandom") (literal "/dev/zero") ${readable})`,
    '(allow file-write-data (literal "/dev/null"))',
    ...(isWritable ? [`(allow file-write* ${under(workspace)})`] : []),
    ...(network ? ["(allow network*)", "(allow system-socket)"] : []),
    `(deny file-write* (regex #"/\\.[gG][iI][tT](/(hooks|config|config\\.worktree|commondir|modules|worktrees)(/.*)?)?$") ${own})`,
    ...(dataDir === null ? [] : [`(deny file-read* file-write* ${under(dataDir)})`]),
    // The folder let out of the data.
    ...(dataDir !== null && workspace.startsWith(`${dataDir}/`)
      ? [`(allow file-read* ${isWritable ? "file-write*" : ""} ${under(workspace)})`]
      : []),
  ];
  return lines.join("\n");
}

function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
