import { inSlices } from "../../kit/in-slices.js";
import type { McpTool } from "../../mcp/tool-source.js";
import { documentOf, type ToolDocument } from "./document.js";
import { foreignWords } from "./foreign-words.js";
import { ServerWeights } from "./server-weights.js";
import { ToolIndex } from "./tool-index.js";
import { WordRepair } from "./word-repair.js";
import { WordWeights } from "./word-weights.js";

/** Reads every tool into an index without holding up anybody else for long. */
export async function buildToolIndex(tools: readonly McpTool[]): Promise<ToolIndex> {
  const documents: ToolDocument[] = [];
  await inSlices(tools, (tool) => documents.push(documentOf(tool)));
  const weights = new WordWeights(documents);
  const servers = new ServerWeights();
  await inSlices(tools, (tool, place) => {
    const document = documents[place];
    if (document === undefined) return;
    weights.add(place, tool, document);
    servers.add(place, tool, document);
  });
  const repair = new WordRepair();
  await inSlices(weights.words(), (word) => repair.add(word));
  return new ToolIndex({ tools, weights, servers, repair, foreign: await foreignWords() });
}
