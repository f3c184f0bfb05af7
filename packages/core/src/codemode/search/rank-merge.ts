import type { McpTool } from "../../mcp/tool-source.js";
import type { ToolHit, ToolIndex } from "./tool-index.js";

const RANK_CONSTANT = 60;
/** Most places one server may fill, so that none can crowd out the others by stuffing words. */
const SHARE = 0.6;

export interface MergedHit {
  readonly tool: McpTool;
  readonly isGuess: boolean;
}

/** Several wordings of one wish, merged by reciprocal rank; one server fills at most 6 of 10 places. */
export function searchMerged(
  index: ToolIndex,
  queries: readonly string[],
  options: { readonly limit: number; readonly accept: (tool: McpTool) => boolean; readonly mixServers: boolean },
): { readonly total: number; readonly hits: readonly MergedHit[] } {
  const merged = new Map<McpTool, { score: number; isGuess: boolean }>();
  for (const query of queries) {
    const hits = index.search(query, Number.POSITIVE_INFINITY).filter((hit) => options.accept(hit.tool));
    hits.forEach((hit, rank) => addHit(merged, hit, rank));
  }
  const ranked = [...merged].map(([tool, { score, isGuess }]) => ({ tool, score, isGuess }));
  ranked.sort((left, right) => right.score - left.score);
  const hits = options.mixServers ? mixServers(ranked, options.limit) : ranked.slice(0, options.limit);
  return { total: merged.size, hits };
}

function addHit(merged: Map<McpTool, { score: number; isGuess: boolean }>, hit: ToolHit, rank: number): void {
  const before = merged.get(hit.tool);
  const score = (before?.score ?? 0) + 1 / (RANK_CONSTANT + rank);
  merged.set(hit.tool, { score, isGuess: hit.isGuess && (before?.isGuess ?? true) });
}

function mixServers<Hit extends MergedHit>(ranked: readonly Hit[], limit: number): readonly Hit[] {
  const most = Math.max(1, Math.ceil(limit * SHARE));
  const counts = new Map<string, number>();
  const taken: Hit[] = [];
  const surplus: Hit[] = [];
  for (const hit of ranked) {
    if (taken.length === limit) break;
    const count = counts.get(hit.tool.serverId) ?? 0;
    counts.set(hit.tool.serverId, count + 1);
    (count < most ? taken : surplus).push(hit);
  }
  return [...taken, ...surplus].slice(0, limit);
}
