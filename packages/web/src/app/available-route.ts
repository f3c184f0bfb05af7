import type { Capabilities } from "../state/capabilities.js";
import { PATHS } from "../words/paths.js";
import type { AppRoute } from "./routes.js";

/** An address that this Loop has nothing for reads as one that does not exist; the first settings page is its own. */
export function availableRoute(route: AppRoute, has: Capabilities): AppRoute {
  switch (route.screen) {
    case "settings":
      return { screen: has.serversOf === "account" ? "account-tools" : "servers" };
    case "servers":
    case "add-server":
    case "edit-server":
    case "tools":
    case "paste-servers":
      return onlyIf(has.serversOf === "computer", route);
    case "account-tools":
    case "add-account-server":
    case "edit-account-server":
    case "account-server-tools":
      return onlyIf(has.serversOf === "account", route);
    case "account":
    case "admin-servers":
    case "admin-accounts":
    case "admin-registration":
      return onlyIf(has.hasAccounts, route);
    case "model":
    case "usage":
      return onlyIf(has.choosesModel, route);
    case "permissions":
      return onlyIf(has.hasPresets, route);
    // Whoever is signed in has no use for them.
    case "setup":
    case "register":
      return has.hasAccounts ? { screen: "home" } : NOT_FOUND;
    case "home":
    case "chat":
    case "general":
    case "run":
    case "not-found":
      return route;
  }
}

const NOT_FOUND: AppRoute = { screen: "not-found" };

function onlyIf(isThere: boolean, route: AppRoute): AppRoute {
  return isThere ? route : NOT_FOUND;
}

/** The address of a screen that others lead to; null for every other one. */
export function pathOf({ screen }: AppRoute): string | null {
  switch (screen) {
    case "home":
      return PATHS.home;
    case "servers":
      return PATHS.servers;
    case "account-tools":
      return PATHS.accountTools;
    default:
      return null;
  }
}
