import { useEffect } from "react";
import type { Services } from "../state/services.js";
import { useValue } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { RUN } from "../words/run-words.js";
import { SERVERS } from "../words/server-words.js";
import { SETTINGS } from "../words/settings-words.js";
import type { AppRoute } from "./routes.js";

/** The tab's title and icon say how many questions wait. */
export function useTitle(services: Services, route: AppRoute): void {
  const waiting = useValue(services.approvals.store).items.length;
  const name = useValue(services.conversation.store).conversation?.title ?? "";
  useEffect(() => {
    document.title = titleFor(route, name, waiting);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = waiting > 0 ? "/favicon-asked.svg" : "/favicon.svg";
  }, [route, name, waiting]);
}

export function titleFor(route: AppRoute, conversationTitle: string, waiting: number): string {
  const badge = waiting > 0 ? `(${waiting}) ` : "";
  const page = pageTitle(route, conversationTitle);
  return `${badge}${page === "" ? APP.name : `${page} · ${APP.name}`}`;
}

function pageTitle(route: AppRoute, conversationTitle: string): string {
  switch (route.screen) {
    case "chat":
      return conversationTitle;
    case "servers":
    case "edit-server":
    case "tools":
      return SERVERS.title;
    case "add-server":
    case "paste-servers":
      return SERVERS.addTitle;
    case "model":
    case "permissions":
    case "usage":
    case "general":
      return SERVERS[route.screen];
    case "run":
      return RUN.title;
    case "account-tools":
    case "account-server-tools":
    case "edit-account-server":
    case "add-account-server":
      return SETTINGS.tools;
    case "account":
      return SETTINGS.account;
    case "admin-servers":
      return SETTINGS.adminServers;
    case "admin-accounts":
      return SETTINGS.adminAccounts;
    case "admin-registration":
      return SETTINGS.adminRegistration;
    case "settings":
      return SERVERS.settings;
    case "setup":
    case "register":
    case "home":
    case "not-found":
      return "";
  }
}
