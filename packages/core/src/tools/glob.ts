const longestGlob = 512;
const mostAlternatives = 64;

/** `path` is relative, with `/`. */
export type PathMatcher = (path: string) => boolean;

/**
 * `*`, `?`, `[abc]`, `{a,b}` and `**`. Without a `/` the pattern is about the name alone, at any depth. Null where it is
 * too long. Matching takes time in proportion to pattern times path, whatever the pattern.
 */
export function globMatcher(glob: string): PathMatcher | null {
  if (glob.length > longestGlob) return null;
  const alternatives = expand(glob.replace(/^\.?\//, ""));
  if (alternatives === null) return null;
  const patterns = alternatives.map((text) => (text.includes("/") ? text : `**/${text}`).split("/"));
  return (path) => patterns.some((pattern) => matchesPath(pattern, path.split("/")));
}

/** `a{b,c}` as `ab` and `ac`; null where that gets out of hand. */
function expand(glob: string): string[] | null {
  const done: string[] = [];
  const open = [glob];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    const found = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(text);
    if (found === null) done.push(text);
    else for (const choice of (found[2] ?? "").split(",")) open.push(`${found[1]}${choice}${found[3]}`);
    if (open.length + done.length > mostAlternatives) return null;
  }
  return done;
}

function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  return matches(pattern, path, (part) => part === "**", matchesName);
}

function matchesName(pattern: string, name: string): boolean {
  return matches(tokens(pattern), [...name], (token) => token === "*", matchesCharacter);
}

/** One wildcard at a time is reconsidered: the last, which is enough and keeps the time bounded. */
function matches(
  pattern: readonly string[],
  text: readonly string[],
  isWild: (part: string) => boolean,
  fits: (part: string, item: string) => boolean,
): boolean {
  let [at, place, wildAt, wildPlace] = [0, 0, -1, 0];
  while (place < text.length) {
    const part = pattern[at];
    const item = text[place] ?? "";
    if (part !== undefined && isWild(part)) {
      wildAt = at;
      wildPlace = place;
      at += 1;
    } else if (part !== undefined && fits(part, item)) {
      at += 1;
      place += 1;
    } else if (wildAt >= 0) {
      wildPlace += 1;
      place = wildPlace;
      at = wildAt + 1;
    } else return false;
  }
  return pattern.slice(at).every(isWild);
}

function tokens(pattern: string): string[] {
  return pattern.match(/\[!?\]?[^\]]*\]|[\s\S]/gu) ?? [];
}

function matchesCharacter(token: string, character: string): boolean {
  if (token === "?") return true;
  if (token.length < 3 || !token.startsWith("[")) return token === character;
  const isNegated = token[1] === "!";
  const set = [...token.slice(isNegated ? 2 : 1, -1)];
  const isIn = set.some((start, index) => {
    const end = set[index + 1] === "-" ? set[index + 2] : undefined;
    return end === undefined ? start === character : start <= character && character <= end;
  });
  return isIn !== isNegated;
}
