import type { TokenUsage } from "@loop/contract";

/** Sums two reports; a round that reported nothing changes nothing. */
export function addUsage(sum: TokenUsage | null, more: TokenUsage | null): TokenUsage | null {
  if (sum === null || more === null) return sum ?? more;
  const cached = [sum.cachedInputTokens, more.cachedInputTokens].filter((count) => count !== undefined);
  return {
    inputTokens: sum.inputTokens + more.inputTokens,
    outputTokens: sum.outputTokens + more.outputTokens,
    ...(cached.length === 0 ? {} : { cachedInputTokens: cached.reduce((total, count) => total + count, 0) }),
  };
}
