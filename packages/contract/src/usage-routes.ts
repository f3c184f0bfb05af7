import * as z from "zod/mini";
import { Grant } from "./approval.js";
import type { Route } from "./route.js";
import { PriceList, UsageRow } from "./usage.js";

const cursor = z.string();

/** What a person's own use adds up to, and what is allowed now, over all conversations. */
export const USAGE_ROUTES = {
  /** Live grants of every conversation (GRT-04). */
  listAllGrants: {
    method: "GET",
    path: "/api/grants",
    mode: "personal",
    reply: z.object({
      grants: z.array(z.object({ conversationId: z.string(), title: z.string(), grant: Grant })),
      cursor,
    }),
  },
  /** The last ninety days, newest first. */
  readUsage: {
    method: "GET",
    path: "/api/usage",
    mode: "both",
    reply: z.object({ rows: z.array(UsageRow), priceList: PriceList, cursor }),
  },
  savePrices: {
    method: "PUT",
    path: "/api/usage/prices",
    mode: "both",
    body: PriceList,
    reply: z.object({ priceList: PriceList }),
  },
} as const satisfies Record<string, Route>;
