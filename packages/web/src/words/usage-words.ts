/** Settings → Usage. */
export const USAGE = {
  title: "Usage",
  lede: "Tokens of the last ninety days, as the providers counted them. Conversations that were deleted are not in it.",
  none: "No turn has used a model yet.",
  byModel: "By model",
  byDay: "By day",
  model: "Model",
  day: "Day",
  turns: "Turns",
  input: "In",
  cached: "Of it cached",
  output: "Out",
  cost: "Cost",
  unknownModel: "From before models were noted",
  noCount: "not told",
  noPrice: "no price",
  costNote: "Costs come from the prices you enter below, and are no bill. Loop knows no prices of its own.",
  prices: "Prices",
  pricesAside: "For a million tokens each, as your provider states them.",
  currency: "Currency",
  currencyHint: "Such as USD.",
  pricesFor: (model: string) => `Prices of ${model}`,
  priceInput: "In",
  priceCached: "Cached",
  priceOutput: "Out",
  priceLabel: (kind: string, model: string) => `${kind}, ${model}`,
  cachedHint: "Left empty, cached tokens cost what others do.",
  wrong: "Prices are numbers such as 1.25, for tokens in and out both.",
  save: "Save prices",
  saved: "Saved.",
  noModels: "Models appear here once they were used.",
} as const;

export function tokens(count: number | null): string {
  return count === null ? USAGE.noCount : count.toLocaleString("en");
}

/** Beside the ways of offering tools; null where no turn has used a model. */
export function lastDayWords(last: LastDay | null): string {
  if (last === null) return "Counted by the provider: no turns yet.";
  const cached = last.cachedInputTokens;
  const ofIt =
    cached === null ? "the provider does not say how many of them cached" : `${tokens(cached)} of them cached`;
  const turns = last.turns === 1 ? "1 turn" : `${last.turns} turns`;
  return `Counted by the provider on ${last.day}, in ${turns}: ${tokens(last.inputTokens)} tokens in, ${ofIt}.`;
}

export interface LastDay {
  readonly day: string;
  readonly turns: number;
  readonly inputTokens: number;
  /** Null where the provider did not say. */
  readonly cachedInputTokens: number | null;
}

/** Four digits where it matters, two where it does not. */
export function costWords(cost: number | null, currency: string): string {
  if (cost === null) return USAGE.noPrice;
  const text = cost !== 0 && cost < 1 ? cost.toFixed(4) : cost.toFixed(2);
  return currency === "" ? text : `${text} ${currency}`;
}
