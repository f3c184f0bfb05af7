import {
  type Catalog,
  inSlices,
  type ListSummary,
  type StoredList,
  type StoredTool,
  type TokenCounter,
} from "@loop/core/host";
import { groupsOf } from "./groups.js";

/** A list as it was taken from a server, ready to be stored. */
export interface TakenList {
  readonly list: StoredList;
  readonly summary: ListSummary;
}

/** A prompt shows one line of it. */
const longestOpening = 400;
/** Of all definitions together, as JSON: a row is read whole at the beginning of a turn. */
const maxListLength = 2 * 1_024 * 1_024;

/** Null when the list is larger than a row may be. Counting is done in slices: a large catalog holds up nobody. */
export async function takenList(
  catalog: Catalog,
  {
    slug,
    groups,
    counter,
  }: { readonly slug: string; readonly groups: readonly string[]; readonly counter: TokenCounter },
): Promise<TakenList | null> {
  const tools: { name: string; tokens: number }[] = [];
  let length = 0;
  await inSlices(catalog.tools, (tool) => {
    const name = `mcp_${slug}_${tool.toolName}`;
    const { description, inputSchema } = tool;
    length += JSON.stringify(tool).length;
    if (length > maxListLength) return;
    // The name is said once more, in the list of what may be called.
    const tokens = counter.tools([{ name, description, inputSchema }]) + counter.text(`${name}\n`);
    tools.push({ name: tool.toolName, tokens });
  });
  if (length > maxListLength) return null;
  const names = tools.map(({ name }) => name);
  const opening = catalog.instructions?.trimStart().slice(0, longestOpening) ?? null;
  return {
    list: { tools: catalog.tools.map(storedTool) },
    summary: { tools, groups: groupsOf(names, groups), opening, length },
  };
}

function storedTool({ toolName, label, description, inputSchema, outputSchema }: StoredTool): StoredTool {
  const base = { toolName, label, description, inputSchema };
  return outputSchema === undefined ? base : { ...base, outputSchema };
}

export interface ListDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Same name, another description or schema. */
  readonly changed: readonly string[];
}

export function compareLists(before: StoredList, after: StoredList): ListDifference {
  const old = new Map(before.tools.map((tool) => [tool.toolName, definitionText(tool)]));
  const fresh = new Map(after.tools.map((tool) => [tool.toolName, definitionText(tool)]));
  return {
    added: [...fresh.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !fresh.has(name)),
    changed: [...fresh].flatMap(([name, text]) => (old.has(name) && old.get(name) !== text ? [name] : [])),
  };
}

/** What a person decides by when a call is put to them; a title alone is no change. */
function definitionText({ description, inputSchema, outputSchema }: StoredTool): string {
  return JSON.stringify([description, inputSchema, outputSchema ?? null]);
}
