import type { Capabilities } from "../state/capabilities.js";
import { PATHS } from "../words/paths.js";
import type { AppRoute } from "./routes.js";

/** An address that this Loop has nothing for reads as one that does not exist; the first settings page is its own. */
export function availableRoute(route: AppRoute, has: Capabilities): AppRoute {
  switch (route.screen) {
    case "settings":
      return { screen: has.serversOf === "account" ? "account-tools" : "servers" };
    // Whoever is signed in has no use for them.
    case "setup":
    case "register":
      return has.hasAccounts ? { screen: "home" } : NOT_FOUND;
    default:
      return isThere(route.screen, has) ? route : NOT_FOUND;
  }
}

const NOT_FOUND: AppRoute = { screen: "not-found" };

function isThere(screen: Exclude<AppRoute["screen"], "settings" | "setup" | "register">, has: Capabilities): boolean {
  switch (screen) {
    case "servers":
    case "add-server":
    case "edit-server":
    case "tools":
    case "paste-servers":
      return has.serversOf === "computer";
    case "account-tools":
    case "add-account-server":
    case "edit-account-server":
    case "account-server-tools":
      return has.serversOf === "account";
    case "personas":
    case "add-persona":
    case "persona":
      return has.hasPersonas;
    case "prompts":
      return has.changesPrompts;
    case "account":
    case "admin-servers":
    case "admin-accounts":
    case "admin-registration":
      return has.hasAccounts;
    case "model":
      return has.choosesModel;
    case "usage":
      return has.countsUsage;
    case "permissions":
      return has.hasPresets;
    case "home":
    case "chat":
    case "general":
    case "run":
    case "not-found":
      return true;
  }
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
