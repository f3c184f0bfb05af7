import { WorkSlice } from "./in-slices.js";

/** Values written by the engine at one go; each counts with all that is in it. */
const pieceValues = 2_000;

/** What `JSON.stringify` gives for a value that came out of a JSON parser, without holding up the thread. */
export async function jsonTextInSlices(value: unknown): Promise<string> {
  const parts: string[] = [];
  await write(value, parts, new WorkSlice());
  return parts.join("");
}

async function write(value: unknown, parts: string[], slice: WorkSlice): Promise<void> {
  if (typeof value !== "object" || value === null || hasFewValues(value)) {
    parts.push(JSON.stringify(value) ?? "null");
    return;
  }
  const isList = Array.isArray(value);
  parts.push(isList ? "[" : "{");
  let lead = "";
  for (const [name, member] of isList ? value.entries() : Object.entries(value)) {
    parts.push(isList ? lead : `${lead}${JSON.stringify(name)}:`);
    lead = ",";
    if (typeof member === "object" && member !== null) await write(member, parts, slice);
    else parts.push(JSON.stringify(member) ?? "null");
    if (slice.isOver) await slice.rest();
  }
  parts.push(isList ? "]" : "}");
}

function hasFewValues(value: object): boolean {
  const left: object[] = [value];
  let count = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += members.length;
    if (count > pieceValues) return false;
    for (const member of members) if (typeof member === "object" && member !== null) left.push(member);
  }
  return true;
}
