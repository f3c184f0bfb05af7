// Commands in a network of their own with nothing but the loopback address: whatever a stranger's program listens on
// cannot be reached from outside, and it can reach nobody.
import { spawnSync } from "node:child_process";

const ENTER = 'ip link set lo up && exec "$@"';

/** What is missing for it on this machine, as a sentence, or null. */
export function loopbackComplaint() {
  if (process.platform !== "linux") return "Network namespaces exist on Linux only.";
  for (const [command, flag, part] of [
    ["unshare", "--version", "util-linux"],
    ["ip", "-V", "iproute2"],
  ]) {
    if (spawnSync(command, [flag]).error) return `The program ${command} is missing: install ${part}.`;
  }
  const [file, ...args] = loopbackOnly(["true"]);
  const tried = spawnSync(file, args, { timeout: 10_000 });
  return tried.status === 0
    ? null
    : "This user may not make a network namespace; root may, and most users on most systems.";
}

export function loopbackOnly(command) {
  const asUser = process.getuid?.() === 0 ? [] : ["--map-root-user"];
  return ["unshare", "--net", ...asUser, "--", "sh", "-c", ENTER, "sh", ...command];
}
