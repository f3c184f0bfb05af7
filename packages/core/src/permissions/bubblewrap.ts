import { delimiter, join } from "node:path";
import { inOrder, isWithin, type Mount, seen, systemMounts, writable } from "./mounts.js";
import { guardRepositories, type RepositoryGuard } from "./repository-guard.js";
import type { SandboxBounds, SandboxEngine, SandboxedCommand, SandboxLaunch } from "./sandbox-state.js";

type Bubblewrap = Extract<SandboxEngine, { readonly kind: "bubblewrap" }>;

const temporaryBytes = 1_073_741_824;
const systemPath = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];
const nixPath = "/run/current-system/sw/bin";
const sandboxHome = "/tmp/home";
const noGuard: RepositoryGuard = { mounts: [], needsReadOnly: false, tidy: async () => {} };

/**
 * Every namespace its own, no way to make new ones, no capability, an empty environment, the system read-only, nothing
 * of the home and of Loop's data, the workspace as the preset says, a private /tmp, no network unless allowed.
 */
export async function bubblewrapLaunch(engine: Bubblewrap, command: SandboxedCommand): Promise<SandboxLaunch> {
  const { bounds } = command;
  const guard = bounds.isWritable ? await guardRepositories(bounds.workspace) : noGuard;
  const system = await systemMounts(bounds);
  const mounts = [
    ...system,
    ...temporaryMounts(engine),
    ...bounds.programs.filter((path) => !system.some((mount) => isWithin(path, mount.path))).map(seen),
    workspaceMount(bounds, guard),
    ...guard.mounts,
    ...ownMounts(bounds),
  ];
  const args = [
    ...isolation(engine, bounds),
    ...environment(command),
    ...inOrder([...mounts, ...hidden(bounds, mounts)]),
    ...["--remount-ro", "/", "--chdir", command.cwd, "--json-status-fd", "3", "--"],
    ...command.argv,
  ];
  const notice = guard.needsReadOnly ? "The workspace is read only for commands, because its .git is a link." : null;
  return { file: engine.file, args, statusDescriptor: 3, notice, tidy: guard.tidy };
}

function isolation(engine: Bubblewrap, { network }: SandboxBounds): string[] {
  const common = ["--cap-drop", "ALL", "--die-with-parent", "--new-session", "--clearenv"];
  if (engine.userNamespace) {
    return [
      ...["--unshare-all", "--unshare-user"],
      ...(engine.closesNamespaces ? ["--disable-userns"] : []),
      ...(network ? ["--share-net"] : []),
      ...common,
    ];
  }
  const others = ["--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try"];
  return [...others, ...(network ? [] : ["--unshare-net"]), ...common];
}

function environment({ env, bounds }: SandboxedCommand): string[] {
  const path = [...bounds.programs.map((folder) => join(folder, "bin")), ...systemPath, nixPath];
  const all = {
    LANG: "C.UTF-8",
    TERM: "dumb",
    ...env,
    PATH: path.join(delimiter),
    HOME: sandboxHome,
    TMPDIR: "/tmp",
  };
  return Object.entries(all).flatMap(([name, value]) => ["--setenv", name, value]);
}

function temporaryMounts({ processView, closesNamespaces }: Bubblewrap): Mount[] {
  // Bubblewrap learned both at about the same time.
  const size = closesNamespaces ? ["--size", String(temporaryBytes)] : [];
  const temporary = (path: string) => ({ path, args: [...size, "--tmpfs", path] });
  return [
    processView ? { path: "/proc", args: ["--proc", "/proc"] } : { path: "/proc", args: ["--dir", "/proc"] },
    { path: "/dev", args: ["--dev", "/dev"] },
    temporary("/tmp"),
    temporary("/var/tmp"),
    temporary("/run"),
    { path: sandboxHome, args: ["--dir", sandboxHome] },
  ];
}

function workspaceMount({ workspace, isWritable }: SandboxBounds, guard: RepositoryGuard): Mount {
  return isWritable && !guard.needsReadOnly ? writable(workspace) : seen(workspace);
}

/** Loop's program where the workspace holds it. */
function ownMounts({ workspace, installDir }: SandboxBounds): Mount[] {
  return installDir !== null && isWithin(installDir, workspace) ? [seen(installDir)] : [];
}

/** The home and Loop's data, where something that is seen holds them. The workspace in them is mounted after. */
function hidden({ home, dataDir, workspace }: SandboxBounds, mounts: readonly Mount[]): Mount[] {
  const places = [...(home === workspace ? [] : [home]), ...(dataDir === null ? [] : [dataDir])];
  const isSeen = (path: string) =>
    mounts.some((mount) => mount.args[0]?.includes("bind") && isWithin(path, mount.path));
  return places.filter(isSeen).map((path) => ({ path, args: ["--tmpfs", path] }));
}
