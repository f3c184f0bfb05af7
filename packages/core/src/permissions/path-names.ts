import { FileFailure } from "./file-failure.js";

export interface PathRules {
  readonly platform: NodeJS.Platform;
  /** Absolute paths that mean the walk's root, as they may be written. */
  readonly starts: readonly string[];
  /** Where relative paths begin, seen from the root. */
  readonly base: readonly string[];
}

const longestPath = 4_096;
const windowsReserved = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;

/** The names a path is walked by, `..` among them; throws `FileFailure` where it cannot lie under the root. */
export function pathNames(path: string, rules: PathRules): string[] {
  if (path.length > longestPath || path.includes("\0")) throw new FileFailure("path-invalid");
  const isWindows = rules.platform === "win32";
  const plain = isWindows ? path.replaceAll("\\", "/") : path;
  const rest = afterStart(plain, rules);
  const names = splitNames(rest ?? plain);
  if (isWindows) for (const name of names) checkWindowsName(name);
  return rest === null ? [...rules.base, ...names] : names;
}

export function splitNames(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

/** What follows the root in an absolute path; null for a relative one. */
function afterStart(path: string, { starts, platform }: PathRules): string | null {
  const isWindows = platform === "win32";
  if (!path.startsWith("/") && !(isWindows && /^[a-z]:/i.test(path))) return null;
  const folded = (text: string) => (isWindows ? text.replaceAll("\\", "/").toLowerCase() : text);
  for (const start of starts) {
    const prefix = folded(start).replace(/\/$/, "");
    if (folded(path) === prefix) return "";
    if (folded(path).startsWith(`${prefix}/`)) return path.slice(prefix.length + 1);
  }
  throw new FileFailure("path-outside");
}

/** Streams (`a::$DATA`), devices (`NUL`), and names Windows reads as another name. */
function checkWindowsName(name: string): void {
  if (name === "..") return;
  const isOther = /[<>:"|?*]/.test(name) || hasControl(name) || /[ .]$/.test(name) || windowsReserved.test(name);
  if (isOther) throw new FileFailure("path-invalid");
}

function hasControl(name: string): boolean {
  return [...name].some((character) => character < " ");
}

/** Characters some file systems ignore in names, and the short name of `.git` on others. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Hooks and settings in there run programs, so nothing in a `.git` folder is written through a file tool. */
export function isGitName(name: string): boolean {
  const plain = name
    .replace(ignored, "")
    .replace(/:.*$/, "")
    .replace(/[ .]+$/, "")
    .toLowerCase();
  return plain === ".git" || plain === "git~1";
}
