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
  return route.screen === "chat" ? conversationTitle : TITLES[route.screen];
}

const TITLES: Readonly<Record<Exclude<AppRoute["screen"], "chat">, string>> = {
  servers: SERVERS.title,
  "edit-server": SERVERS.title,
  tools: SERVERS.title,
  "add-server": SERVERS.addTitle,
  "paste-servers": SERVERS.addTitle,
  model: SERVERS.model,
  permissions: SERVERS.permissions,
  usage: SERVERS.usage,
  general: SERVERS.general,
  run: RUN.title,
  "account-tools": SETTINGS.tools,
  "account-server-tools": SETTINGS.tools,
  "edit-account-server": SETTINGS.tools,
  "add-account-server": SETTINGS.tools,
  personas: SETTINGS.personas,
  "add-persona": SETTINGS.personas,
  persona: SETTINGS.personas,
  prompts: SETTINGS.prompts,
  account: SETTINGS.account,
  "admin-servers": SETTINGS.adminServers,
  "admin-accounts": SETTINGS.adminAccounts,
  "admin-registration": SETTINGS.adminRegistration,
  settings: SERVERS.settings,
  setup: "",
  register: "",
  home: "",
  "not-found": "",
};
