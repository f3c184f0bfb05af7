const skipped = new Set([".git", "node_modules"]);

/** Folders nobody means when they say "all files", unless they ask for them. */
export function isSkipped(name: string, all: boolean | undefined): boolean {
  return all !== true && skipped.has(name.toLowerCase());
}
