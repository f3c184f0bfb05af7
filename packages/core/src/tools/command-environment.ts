/** What a shell needs to work, and nothing that could be a key. */
const POSIX = ["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TZ"];
const WINDOWS = [
  "PATH",
  "PATHEXT",
  "SYSTEMROOT",
  "COMSPEC",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "USERNAME",
  "APPDATA",
  "LOCALAPPDATA",
];

/** The environment of commands outside a sandbox: never Loop's own with its providers' keys (PER-09). */
export function commandEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  const names = platform === "win32" ? WINDOWS : POSIX;
  const known = names.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(known), TERM: "dumb" };
}
