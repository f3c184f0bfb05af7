import * as z from "zod/mini";
import { ChosenModel, ListedModel, ModelTestOutcome, ProviderView } from "./provider.js";
import type { Route } from "./route.js";

const cursor = z.string();
const Nothing = z.object({});
const Reference = z.string().check(z.maxLength(300));
const Providers = z.object({ providers: z.array(ProviderView), chosen: z.nullable(ChosenModel) });

/** Providers of models: where they are, which key they get, what they offer. A key goes in and never comes out. */
export const PROVIDER_ROUTES = {
  listProviders: {
    method: "GET",
    path: "/api/settings/providers",
    mode: "personal",
    reply: z.object({ ...Providers.shape, cursor }),
  },
  saveProvider: {
    method: "PUT",
    path: "/api/settings/providers/:id",
    mode: "personal",
    body: z.object({
      /** Null: the environment's, else the provider's own. */
      address: z.nullable(z.string().check(z.maxLength(2_048))),
      /** Absent keeps the saved one, null removes it. */
      key: z.optional(z.nullable(z.string().check(z.maxLength(4_096)))),
    }),
    reply: Providers,
  },
  listModels: {
    method: "POST",
    path: "/api/settings/providers/:id/models",
    mode: "personal",
    body: Nothing,
    reply: z.object({ models: z.array(ListedModel) }),
  },
  /** One small request that counts like any other at the provider; at most fifteen seconds. */
  testModel: {
    method: "POST",
    path: "/api/models/test",
    mode: "personal",
    body: z.object({ reference: Reference }),
    reply: z.object({ outcome: ModelTestOutcome }),
  },
  cancelModelTest: { method: "DELETE", path: "/api/models/test", mode: "personal", reply: Nothing },
} as const satisfies Record<string, Route>;
