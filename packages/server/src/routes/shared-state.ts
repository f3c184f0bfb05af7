import type { ApiHandlers } from "../http/api-handlers.js";
import { ok } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

/** What a signed-in browser needs first. Nothing of the machine is in it (SEC-02). */
export function sharedStateRoutes({ models, mode, version, ...services }: Services): Pick<ApiHandlers, "state"> {
  return {
    state: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      return ok({
        mode: mode.name,
        version,
        model: await models.describe(accountId),
        detected: [],
        dataDir: null,
        workspace: null,
        sampleServer: false,
        sandbox: null,
        cursor,
      });
    },
  };
}
