import { cursorOf } from "../http/event-cursor.js";
import type { Services } from "../services.js";

/** Read before anything else of an answer, so that going on from it misses nothing. */
export async function currentCursor(services: Pick<Services, "stores">, accountId: string): Promise<string> {
  return cursorOf(await services.stores.events.lastSeq(accountId));
}
