import type { SharedHandlers } from "../http/api-handlers.js";
import { accountServerRoutes } from "../routes/account-servers.js";
import { accountRoutes } from "../routes/accounts.js";
import { conversationRoutes } from "../routes/conversations.js";
import { instanceServerRoutes } from "../routes/instance-servers.js";
import { personaRoutes, promptRoutes } from "../routes/personas.js";
import { sharedStateRoutes } from "../routes/shared-state.js";
import { toolSettingsRoutes } from "../routes/tool-settings.js";
import { turnRoutes } from "../routes/turns.js";
import { usageRoutes } from "../routes/usage.js";
import type { Services } from "../services.js";
import type { SharedRooms } from "./shared-rooms.js";

export function sharedHandlers(
  services: Services,
  { accounts, servers, personas, prompts }: SharedRooms,
): SharedHandlers {
  return {
    ...sharedStateRoutes(services),
    ...accountRoutes(services, accounts),
    ...accountServerRoutes(services, servers),
    ...toolSettingsRoutes(services, servers),
    ...instanceServerRoutes(services, servers),
    ...personaRoutes(services, personas),
    ...promptRoutes(services, prompts),
    ...conversationRoutes(services),
    ...turnRoutes(services),
    ...usageRoutes(services),
  };
}
