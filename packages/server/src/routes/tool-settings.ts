import type { AccountServerRoom } from "../catalogs/create-account-servers.js";
import type { ApiHandlers } from "../http/api-handlers.js";
import { attempt } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

type ToolSettingsRoutes = Pick<ApiHandlers, "toolSettings" | "changeToolSettings">;

/** How tools reach the model, with what each way costs for the account's own catalogs (ANN-02). */
export function toolSettingsRoutes(
  services: Pick<Services, "stores">,
  { toolSettings }: Pick<AccountServerRoom, "toolSettings">,
): ToolSettingsRoutes {
  return {
    toolSettings: ({ accountId }) =>
      attempt(
        (async () => {
          const cursor = await currentCursor(services, accountId);
          const settings = await toolSettings.read(accountId);
          return { ...settings, totals: await toolSettings.totals(accountId, settings.toolCap), cursor };
        })(),
      ),
    changeToolSettings: ({ accountId, body }) =>
      attempt(
        (async () => {
          const settings = await toolSettings.change(accountId, body);
          return { ...settings, totals: await toolSettings.totals(accountId, settings.toolCap) };
        })(),
      ),
  };
}
