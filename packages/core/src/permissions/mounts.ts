import { lstat, readlink } from "node:fs/promises";

/** One place of the sandbox's file system, with the arguments that make it. */
export interface Mount {
  readonly path: string;
  readonly args: readonly string[];
}

export const seen = (path: string): Mount => ({ path, args: ["--ro-bind", path, path] });
export const writable = (path: string): Mount => ({ path, args: ["--bind", path, path] });
/** An empty folder that cannot be written. */
export const blank = (path: string): Mount => ({ path, args: ["--tmpfs", path, "--remount-ro", path] });

/** A mount hides what was mounted below it before, so the outer ones come first. */
export function inOrder(mounts: readonly Mount[]): string[] {
  const depth = ({ path }: Mount) => path.split("/").filter((name) => name !== "").length;
  return [...mounts].sort((left, right) => depth(left) - depth(right)).flatMap(({ args }) => args);
}

/** True for the same path too. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}

const systemFolders = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/opt",
  "/nix/store",
  "/run/current-system",
  "/gnu/store",
];

/** What programs read in /etc. A list of what is seen, since nobody can list every secret kept there. */
const settingNames = [
  "alternatives",
  "bash.bashrc",
  "ca-certificates",
  "ca-certificates.conf",
  "crypto-policies",
  "debian_version",
  "ethertypes",
  "fonts",
  "group",
  "host.conf",
  "hosts",
  "inputrc",
  "java",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "locale.alias",
  "locale.conf",
  "localtime",
  "magic",
  "magic.mime",
  "mailcap",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "perl",
  "php",
  "pki/ca-trust",
  "pki/tls/certs",
  "profile",
  "profile.d",
  "protocols",
  "python3",
  "redhat-release",
  "rpc",
  "services",
  "shells",
  "ssl/cert.pem",
  "ssl/certs",
  "ssl/openssl.cnf",
  "static",
  "terminfo",
  "timezone",
  "vimrc",
  "xattr.conf",
];

/** The system as a command may see it: programs, libraries and harmless settings, all read-only. */
export async function systemMounts({ network }: { readonly network: boolean }): Promise<Mount[]> {
  const folders = await Promise.all(systemFolders.map(folderMount));
  const names = network ? [...settingNames, "resolv.conf"] : settingNames;
  const settings = names.map((name) => `/etc/${name}`).map((path) => ({ path, args: ["--ro-bind-try", path, path] }));
  return [...folders.flat(), ...settings];
}

async function folderMount(path: string): Promise<Mount[]> {
  const stats = await lstat(path).catch(() => null);
  if (stats?.isSymbolicLink()) return [{ path, args: ["--symlink", await readlink(path), path] }];
  return stats?.isDirectory() ? [seen(path)] : [];
}
