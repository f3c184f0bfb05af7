import type { AccountServerRoom } from "../catalogs/create-account-servers.js";
import type { ApiHandlers } from "../http/api-handlers.js";
import { attempt, ok } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

type InstanceServerRoutes = Pick<ApiHandlers, "listInstanceServers" | "suspendInstanceServer" | "removeInstanceServer">;

/** For administrators, whom the contract's role lets in and nobody else (ADM-01). */
export function instanceServerRoutes(
  services: Pick<Services, "stores">,
  { suspensions }: Pick<AccountServerRoom, "suspensions">,
): InstanceServerRoutes {
  return {
    listInstanceServers: ({ accountId }) =>
      attempt(
        (async () => {
          const cursor = await currentCursor(services, accountId);
          return { servers: await suspensions.list(), cursor };
        })(),
      ),
    suspendInstanceServer: async ({ param, body }) => {
      const result = await attempt(suspensions.suspend(param("id"), body.suspended));
      if (!result.ok) return result;
      return result.value.ok ? ok({ server: result.value.value }) : result.value;
    },
    removeInstanceServer: async ({ param }) => {
      const result = await attempt(suspensions.remove(param("id")));
      return result.ok ? result.value : result;
    },
  };
}
