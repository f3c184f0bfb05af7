import * as z from "zod/mini";

/** Tokens of one model on one day, as its provider counted them. */
export const UsageRow = z.object({
  /** `2026-11-30`, by the clock of the computer that Loop runs on. */
  day: z.string(),
  /** Null for turns from before the model was noted. */
  model: z.nullable(z.string()),
  turns: z.number(),
  /** Cached ones included. */
  inputTokens: z.number(),
  /** Null where the provider did not say. */
  cachedInputTokens: z.nullable(z.number()),
  outputTokens: z.number(),
});
export type UsageRow = z.infer<typeof UsageRow>;

const Price = z.number().check(z.minimum(0), z.maximum(1_000_000));

/** What a person says a model costs, for a million tokens each. */
export const ModelPrice = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(300)),
  input: Price,
  /** Null: cached tokens cost what others do. */
  cachedInput: z.nullable(Price),
  output: Price,
});
export type ModelPrice = z.infer<typeof ModelPrice>;

export const PriceList = z.object({
  /** As the person writes it; only shown. */
  currency: z.string().check(z.trim(), z.maxLength(8)),
  prices: z.array(ModelPrice).check(z.maxLength(200)),
});
export type PriceList = z.infer<typeof PriceList>;
