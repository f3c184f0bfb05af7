import * as z from "zod/mini";

export const ProviderId = z.enum(["openai", "anthropic", "google", "ollama", "openai-compatible"]);
export type ProviderId = z.infer<typeof ProviderId>;

/** Saved in the app, or set where Loop is started. */
export const ValueSource = z.enum(["saved", "environment"]);
export type ValueSource = z.infer<typeof ValueSource>;

/** What is known of a provider. A key is never in it, only where it comes from. */
export const ProviderView = z.object({
  id: ProviderId,
  takesKey: z.boolean(),
  needsKey: z.boolean(),
  /** "withheld": one is there, but it belongs to another address and is not sent to this one. */
  key: z.nullable(z.enum(["saved", "environment", "withheld"])),
  /** Where requests go. Of an address of the environment only its origin is shown; null where none is set. */
  address: z.nullable(z.object({ url: z.string(), source: z.enum(["saved", "environment", "own"]) })),
  /** Why this provider cannot be used as it is. */
  code: z.nullable(z.string()),
});
export type ProviderView = z.infer<typeof ProviderView>;

export const ModelAbilities = z.object({
  /** Most tools in one request; null where no limit is known. */
  maxTools: z.nullable(z.number()),
  /** Whether a tool's result may carry a picture; else it follows as a message. */
  toolResultImages: z.boolean(),
  /** Null where unknown. */
  contextTokens: z.nullable(z.number()),
});
export type ModelAbilities = z.infer<typeof ModelAbilities>;

export const ListedModel = z.object({ reference: z.string(), abilities: ModelAbilities });
export type ListedModel = z.infer<typeof ListedModel>;

/** How one small request to a model went. */
export const ModelTestOutcome = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), durationMs: z.number() }),
  z.object({ ok: z.literal(false), code: z.string() }),
]);
export type ModelTestOutcome = z.infer<typeof ModelTestOutcome>;

/** The model that turns use, and who chose it. */
export const ChosenModel = z.object({
  reference: z.string(),
  source: ValueSource,
  /** The address of a server that was found on this computer, where one is used. */
  address: z.nullable(z.string()),
  code: z.nullable(z.string()),
  abilities: z.nullable(ModelAbilities),
});
export type ChosenModel = z.infer<typeof ChosenModel>;
