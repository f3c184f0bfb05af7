import { setImmediate } from "node:timers/promises";
import type { McpTool } from "../../mcp/tool-source.js";
import { documentOf, type ToolDocument } from "./document.js";
import { ToolIndex } from "./tool-index.js";
import { WordRepair } from "./word-repair.js";
import { WordWeights } from "./word-weights.js";

/** Milliseconds of work between two breaths of the event loop. */
const SLICE_MS = 8;

/** Reads every tool into an index without holding up anybody else for long. */
export async function buildToolIndex(tools: readonly McpTool[]): Promise<ToolIndex> {
  const documents: ToolDocument[] = [];
  await inSlices(tools, (tool) => documents.push(documentOf(tool)));
  const weights = new WordWeights(documents);
  await inSlices(tools, (tool, place) => {
    const document = documents[place];
    if (document !== undefined) weights.add(place, tool, document);
  });
  const repair = new WordRepair();
  await inSlices(weights.words(), (word) => repair.add(word));
  return new ToolIndex(tools, weights, repair);
}

async function inSlices<Item>(items: readonly Item[], work: (item: Item, place: number) => void): Promise<void> {
  let started = performance.now();
  for (const [place, item] of items.entries()) {
    work(item, place);
    if (performance.now() - started < SLICE_MS) continue;
    await setImmediate();
    started = performance.now();
  }
}
