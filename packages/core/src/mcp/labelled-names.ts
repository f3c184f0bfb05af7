import { createHash } from "node:crypto";

/** A server of an account, as its tools' names need it. */
export interface LabelledServer {
  /** From `slugFor`, stored when the server was added. */
  readonly slug: string;
  /** The server's own names, all of them: a switch must not change how another tool is called. */
  readonly toolNames: readonly string[];
}

const maxNameLength = 64;
const maxSlugLength = 24;
const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const hashLength = 10;

/**
 * The server half of `mcp_<server>_<tool>`: small letters, digits and `_` out of the label a person gave, told apart from
 * the account's other servers by a number (NAM-01).
 */
export function slugFor(label: string, taken: readonly string[]): string {
  const base = plainSlug(label);
  const used = new Set(taken);
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : `_${number}`;
    const slug = `${base.slice(0, maxSlugLength - suffix.length)}${suffix}`;
    if (!used.has(slug)) return slug;
  }
}

function plainSlug(label: string): string {
  const letters = label.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const slug = letters
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, maxSlugLength)
    .replace(/^_+|_+$/g, "");
  return slug === "" ? "server" : slug;
}

/**
 * The names a model uses: at most 64 of `[A-Za-z0-9_-]`, no two alike over all servers given. They begin with `mcp_`, as
 * no tool of the app's own does. Servers come in the order in which they were added, and an earlier one keeps its name:
 * what comes later, and whatever had to be cut or respelled, carries a hash of server and tool. One map a server, from the
 * server's own name to the model's; nobody ever reads a name back.
 */
export function labelledNames(servers: readonly LabelledServer[]): readonly ReadonlyMap<string, string>[] {
  const taken = new Set<string>();
  return servers.map(({ slug, toolNames }) => {
    const plain = [...new Set(toolNames)].map((toolName) => ({ toolName, name: plainName(slug, toolName) }));
    const names = new Map<string, string>();
    // Names that could stay as they are come first, so that they do stay.
    for (const { toolName, name } of plain) if (name !== null) names.set(toolName, take(taken, slug, toolName, name));
    for (const { toolName, name } of plain) if (name === null) names.set(toolName, take(taken, slug, toolName, null));
    return names;
  });
}

function take(taken: Set<string>, slug: string, toolName: string, plain: string | null): string {
  let name = plain ?? hashedName(slug, toolName, 0);
  for (let round = plain === null ? 1 : 0; taken.has(name); round += 1) name = hashedName(slug, toolName, round);
  taken.add(name);
  return name;
}

/** Null when the server's name cannot stand as it is. */
function plainName(slug: string, toolName: string): string | null {
  const name = `mcp_${slug}_${toolName}`;
  return name.length <= maxNameLength && /^[A-Za-z0-9_-]+$/.test(name) ? name : null;
}

function hashedName(slug: string, toolName: string, round: number): string {
  const prefix = `mcp_${slug}_`;
  const room = maxNameLength - prefix.length - hashLength - 1;
  const readable = toolName.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, room);
  return `${prefix}${readable}_${hashOf(slug, toolName, round)}`;
}

/** 50 bits. The length in front keeps two pairs of halves apart that read the same when joined. */
function hashOf(slug: string, toolName: string, round: number): string {
  const text = `${round}:${slug.length}:${slug}${toolName}`;
  const digest = createHash("sha256").update(text, "utf8").digest();
  return Array.from(digest.subarray(0, hashLength), (byte) => alphabet[byte & 31]).join("");
}
