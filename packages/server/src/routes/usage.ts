import type { Grant } from "@loop/contract";
import type { ApiHandlers } from "../http/api-handlers.js";
import { ok } from "../result.js";
import type { Services } from "../services.js";
import { readPrices, readUsage, savePrices } from "../usage/read-usage.js";
import { currentCursor } from "./cursor.js";

type UsageRoutes = Pick<ApiHandlers, "readUsage" | "savePrices">;

const SHOWN_MS = 90 * 24 * 3_600_000;

/** Settings → Permissions: what is allowed now, over all conversations. */
export function grantRoutes(services: Services): Pick<ApiHandlers, "listAllGrants"> {
  return {
    listAllGrants: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      return ok({ grants: await liveGrants(services, accountId), cursor });
    },
  };
}

/** Settings → Usage: what an account's turns add up to. */
export function usageRoutes({ stores, clock }: Pick<Services, "stores" | "clock">): UsageRoutes {
  return {
    readUsage: async ({ accountId }) => {
      const cursor = await currentCursor({ stores }, accountId);
      const since = new Date(Date.parse(clock.isoNow()) - SHOWN_MS).toISOString();
      const rows = await readUsage(stores.events, accountId, since);
      return ok({ rows, priceList: await readPrices(stores.settings, accountId), cursor });
    },
    savePrices: async ({ accountId, body }) => ok({ priceList: await savePrices(stores.settings, accountId, body) }),
  };
}

interface HeldGrant {
  readonly conversationId: string;
  readonly title: string;
  readonly grant: Grant;
}

/** Grants live in their sessions alone (GRT-01); a session belongs to whoever has its conversation. */
async function liveGrants({ stores, sessions }: Services, accountId: string): Promise<HeldGrant[]> {
  const live = new Set(sessions.conversationIds);
  const own = (await stores.conversations.list(accountId)).filter(({ id }) => live.has(id));
  const held = await Promise.all(
    own.map(async ({ id, title }) => {
      const session = await sessions.find(id).catch(() => null); // one that could not be opened holds nothing
      return (session?.grants() ?? []).map((grant) => ({ conversationId: id, title, grant }));
    }),
  );
  return held.flat();
}
