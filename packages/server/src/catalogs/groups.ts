import { beginsWithAction } from "./action-words.js";

/** The group of everything without a prefix. */
export const UNGROUPED = "";

const longestGroup = 64;
const mostGroups = 100;

/**
 * Which prefixes of a catalog's names are servers behind a gateway (GRP-01): `Chatto-`, `home-assistant-`,
 * `Infomaniak_Mail-`, `weather__`. A habit of reading that decides nothing: without a clear pattern there are none, and
 * the catalog is one flat list. Prefixes that were groups before stay groups as long as a tool has them, so that a switch
 * never lets go of a tool.
 */
export function groupsOf(toolNames: readonly string[], before: readonly string[] = []): readonly string[] {
  const kept = before.filter((group) => toolNames.some((name) => hasPrefix(name, group)));
  const left = toolNames.filter((name) => groupOf(name, kept) === UNGROUPED);
  // What was just added may be too little to show a pattern of its own: the whole catalog shows the gateway's.
  const shown = newGroups(toolNames).filter((group) => left.some((name) => hasPrefix(name, group)));
  return [...new Set([...kept, ...newGroups(left), ...shown])].slice(0, mostGroups);
}

/** The longest prefix that the name has, whatever separates it; `UNGROUPED` when it has none. */
export function groupOf(toolName: string, groups: readonly string[]): string {
  let found = UNGROUPED;
  for (const group of groups) if (group.length > found.length && hasPrefix(toolName, group)) found = group;
  return found;
}

/** A group as a person sees it. The unnamed one comes last, and only where it has tools. */
export interface GroupCount {
  readonly name: string;
  readonly toolCount: number;
}

export function countGroups(toolNames: readonly string[], groups: readonly string[]): readonly GroupCount[] {
  const counts = new Map<string, number>();
  for (const name of toolNames) {
    const group = groupOf(name, groups);
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  return [...groups, UNGROUPED].flatMap((name) => {
    const toolCount = counts.get(name) ?? 0;
    return toolCount === 0 ? [] : [{ name, toolCount }];
  });
}

function hasPrefix(toolName: string, group: string): boolean {
  const next = toolName[group.length];
  return (next === "-" || next === "_") && toolName.length > group.length + 1 && toolName.startsWith(group);
}

type Separator = "__" | "-" | "_";

/** From the strongest on: what a gateway joins with is what its servers use least. */
const separators: readonly Separator[] = ["__", "-", "_"];

function newGroups(toolNames: readonly string[]): readonly string[] {
  const joint = separators.find((separator) => isJoint(separator, toolNames));
  if (joint === undefined) return [];
  const parted = toolNames.map((name) => splitName(name, joint));
  const groups = branches(parted, [], joint).filter((group) => group !== "" && group.length <= longestGroup);
  const covered = toolNames.filter((name) => groupOf(name, groups) !== UNGROUPED).length;
  return covered * 2 >= toolNames.length ? groups : [];
}

/** Nearly every name has it, inside and not at an end. */
function isJoint(separator: Separator, toolNames: readonly string[]): boolean {
  if (toolNames.length < 2) return false;
  const having = toolNames.filter((name) => splitName(name, separator).length > 1).length;
  return having * 5 >= toolNames.length * 4;
}

/** Empty parts mean that a separator stands at an end or next to another one; such a name has no prefix. */
function splitName(name: string, separator: Separator): readonly string[] {
  const parts = separator === "__" ? splitOnce(name) : name.split(separator);
  return parts.includes("") ? [name] : parts;
}

function splitOnce(name: string): readonly string[] {
  const at = name.indexOf("__");
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 2)];
}

/** The groups among names that share `prefix`, which is a group itself when they do not part into several. */
function branches(
  parted: readonly (readonly string[])[],
  prefix: readonly string[],
  joint: Separator,
): readonly string[] {
  const children = new Map<string, (readonly string[])[]>();
  for (const parts of parted) {
    const head = parts[prefix.length];
    if (head === undefined || parts.length <= prefix.length + 1) continue;
    children.set(head, [...(children.get(head) ?? []), parts]);
  }
  const heads = [...children].filter(([head, members]) => looksLikeServer(head, members, prefix.length + 1, joint));
  if (prefix.length > 0 && !isDeeper(parted, children, heads)) return [prefix.join(joint)];
  return heads.flatMap(([head, members]) => branches(members, [...prefix, head], joint));
}

/**
 * Several parts make one server's name (`home-assistant-`) when every name goes on in the same way, or parts into several
 * such servers whose own names are written with something else than the joint.
 */
function isDeeper(
  parted: readonly (readonly string[])[],
  children: ReadonlyMap<string, readonly (readonly string[])[]>,
  heads: readonly (readonly [string, readonly (readonly string[])[]])[],
): boolean {
  const inside = [...children.values()].reduce((sum, members) => sum + members.length, 0);
  if (heads.length === 0 || heads.length !== children.size || inside !== parted.length) return false;
  if (heads.length === 1) return true;
  const members = heads.flatMap(([, each]) => each);
  return (
    members.every((parts) => isOwnName(parts.at(-1) ?? "")) && new Set(members.map((parts) => parts.length)).size === 1
  );
}

function looksLikeServer(
  head: string,
  members: readonly (readonly string[])[],
  depth: number,
  joint: Separator,
): boolean {
  if (!/\p{L}/u.test(head)) return false;
  // Nobody but a gateway joins like this, whatever the server is called and however few tools it has.
  const isClear = members.every((parts) => parts.length === depth + 1 && isOwnName(parts.at(-1) ?? ""));
  if (joint === "__" || (joint === "-" && isClear)) return true;
  return members.length >= 2 && !beginsWithAction(head);
}

/** Written with underscores or in camel case, as tools of servers behind a gateway joined by a hyphen are. */
function isOwnName(part: string): boolean {
  return part.includes("_") || /[a-z][A-Z]/.test(part);
}
