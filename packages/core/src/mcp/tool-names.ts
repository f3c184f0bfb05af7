import { createHash } from "node:crypto";

const alphabet = "abcdefghijklmnopqrstuvwxyz234567";
const hashLength = 12;

/**
 * The name a model uses (CAT-02): readable halves of server and tool, and a hash of both in full, so that different
 * tools differ and equal ones stay equal across restarts. `[A-Za-z][A-Za-z0-9_-]*`, at most 64 characters.
 */
export function hashedToolName(serverId: string, toolName: string): string {
  const server = readable(serverId, 18);
  const tool = readable(toolName, 28);
  return `mcp_${server}_${tool}_${hashOf(serverId, toolName)}`;
}

function readable(text: string, maxLength: number): string {
  const plain = text.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, maxLength);
  return plain === "" ? "_" : plain;
}

/** 60 bits. The length in front keeps two pairs of halves apart that read the same when joined. */
function hashOf(serverId: string, toolName: string): string {
  const digest = createHash("sha256").update(`${serverId.length}:${serverId}${toolName}`, "utf8").digest();
  return Array.from(digest.subarray(0, hashLength), (byte) => alphabet[byte & 31]).join("");
}
