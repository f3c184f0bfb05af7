import type { AccountRole } from "@loop/contract";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { SETTINGS } from "../words/settings-words.js";

export type SettingsPage =
  | "integrations"
  | "model"
  | "permissions"
  | "usage"
  | "general"
  | "tools"
  | "personas"
  | "prompts"
  | "account"
  | "admin-servers"
  | "admin-accounts"
  | "admin-registration";

export interface SettingsGroup {
  readonly title: string;
  readonly pages: readonly SettingsLink[];
}

export interface SettingsLink {
  readonly page: SettingsPage;
  readonly href: string;
  /** In the column of pages, and in the bar of a small screen. */
  readonly word: string;
  readonly narrowWord: string;
}

export interface SettingsScope {
  readonly serversOf: "computer" | "account";
  readonly choosesModel: boolean;
  readonly countsUsage: boolean;
  readonly hasPersonas: boolean;
  readonly changesPrompts: boolean;
  /** Null where there are no accounts, or none is known yet. */
  readonly role: AccountRole | null;
}

/** The settings pages there are for whoever looks. */
export function settingsPages(scope: SettingsScope): readonly SettingsGroup[] {
  const { serversOf, choosesModel, role } = scope;
  const usage = scope.countsUsage ? [link("usage", PATHS.usage, SERVERS.usage)] : [];
  const general = link("general", PATHS.general, SERVERS.general);
  if (serversOf === "computer") {
    const servers = { ...link("integrations", PATHS.servers, SERVERS.integrations), narrowWord: SERVERS.mcps };
    const model = choosesModel ? [link("model", PATHS.model, SERVERS.model)] : [];
    const permissions = link("permissions", PATHS.permissions, SERVERS.permissions);
    return [{ title: SERVERS.settings, pages: [servers, ...model, permissions, ...usage, general] }];
  }
  const own = [
    link("tools", PATHS.accountTools, SETTINGS.tools),
    ...(scope.hasPersonas ? [link("personas", PATHS.personas, SETTINGS.personas)] : []),
    ...(scope.changesPrompts ? [link("prompts", PATHS.prompts, SETTINGS.prompts)] : []),
    ...usage,
    link("account", PATHS.account, SETTINGS.account),
    general,
  ];
  const groups = [{ title: SETTINGS.yourAccount, pages: own }];
  return role === "administrator" ? [...groups, ADMINISTRATION] : groups;
}

const ADMINISTRATION: SettingsGroup = {
  title: SETTINGS.administration,
  pages: [
    link("admin-servers", PATHS.adminServers, SETTINGS.adminServers),
    link("admin-accounts", PATHS.adminAccounts, SETTINGS.adminAccounts),
    link("admin-registration", PATHS.adminRegistration, SETTINGS.adminRegistration),
  ],
};

function link(page: SettingsPage, href: string, word: string): SettingsLink {
  return { page, href, word, narrowWord: word };
}
