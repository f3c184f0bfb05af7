import { lazy } from "react";
import { ChatScreen } from "../screens/chat-screen.js";
import type { Door } from "../screens/entry-screen.js";
import { HomeScreen } from "../screens/home-screen.js";
import { NotFoundScreen } from "../screens/not-found-screen.js";
import type { AppRoute } from "./routes.js";

/** Looks that only the pages of accounts have. */
const accountStyles = () => import("../styles/account-pages.css");

const RunScreen = lazy(async () => ({ default: (await import("../screens/run-screen.js")).RunScreen }));
const ServersScreen = lazy(async () => ({
  default: (await import("../screens/settings-servers-screen.js")).SettingsServersScreen,
}));
const AddServerScreen = lazy(async () => ({
  default: (await import("../screens/settings-form-screen.js")).AddServerScreen,
}));
const EditServerScreen = lazy(async () => ({
  default: (await import("../screens/settings-form-screen.js")).EditServerScreen,
}));
const ToolsScreen = lazy(async () => ({
  default: (await import("../screens/settings-tools-screen.js")).SettingsToolsScreen,
}));
const ModelScreen = lazy(async () => ({
  default: (await styled(import("../screens/settings-model-screen.js"))).SettingsModelScreen,
}));
const PermissionsScreen = lazy(async () => ({
  default: (await styled(import("../screens/settings-permissions-screen.js"))).SettingsPermissionsScreen,
}));
const UsageScreen = lazy(async () => ({
  default: (await styled(import("../screens/settings-usage-screen.js"))).SettingsUsageScreen,
}));
const PasteScreen = lazy(async () => ({
  default: (await import("../screens/settings-paste-screen.js")).SettingsPasteScreen,
}));
const GeneralScreen = lazy(async () => ({
  default: (await import("../screens/settings-general-screen.js")).SettingsGeneralScreen,
}));
export const EntryScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/entry-screen.js"), accountStyles()]);
  return { default: page.EntryScreen };
});
const AccountToolsScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/account-tools-screen.js"), accountStyles()]);
  return { default: page.AccountToolsScreen };
});
const AddAccountServerScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/account-server-screen.js"), accountStyles()]);
  return { default: page.AddAccountServerScreen };
});
const EditAccountServerScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/account-server-screen.js"), accountStyles()]);
  return { default: page.EditAccountServerScreen };
});
const AccountServerToolsScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/account-server-tools-screen.js"), accountStyles()]);
  return { default: page.AccountServerToolsScreen };
});
const AccountScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/account-screen.js"), accountStyles()]);
  return { default: page.AccountScreen };
});
const PersonasScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/personas-screen.js"), accountStyles()]);
  return { default: page.PersonasScreen };
});
const AddPersonaScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/persona-screen.js"), accountStyles()]);
  return { default: page.AddPersonaScreen };
});
const PersonaScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/persona-screen.js"), accountStyles()]);
  return { default: page.PersonaScreen };
});
const PromptsScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/prompts-screen.js"), accountStyles()]);
  return { default: page.PromptsScreen };
});
const AdminServersScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/admin-servers-screen.js"), accountStyles()]);
  return { default: page.AdminServersScreen };
});
const AdminAccountsScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/admin-accounts-screen.js"), accountStyles()]);
  return { default: page.AdminAccountsScreen };
});
const AdminRegistrationScreen = lazy(async () => {
  const [page] = await Promise.all([import("../screens/admin-registration-screen.js"), accountStyles()]);
  return { default: page.AdminRegistrationScreen };
});

/** Screens whose style nobody needs before them bring it along. */
async function styled<Module>(screen: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([screen, import("./settings-style.js")]);
  return module;
}

export function Screen({ route }: { readonly route: AppRoute }) {
  switch (route.screen) {
    case "home":
    case "setup":
    case "register":
      return <HomeScreen />;
    case "chat":
      return <ChatScreen key={route.id} id={route.id} />;
    case "run":
      return <RunScreen {...route} />;
    case "not-found":
      return <NotFoundScreen />;
    default:
      return <SettingsScreen route={route} />;
  }
}

type SettingsRoute = Exclude<
  AppRoute,
  { readonly screen: "home" | "setup" | "register" | "chat" | "run" | "not-found" }
>;

function SettingsScreen({ route }: { readonly route: SettingsRoute }) {
  switch (route.screen) {
    case "settings":
    case "servers":
      return <ServersScreen />;
    case "add-server":
      return <AddServerScreen />;
    case "paste-servers":
      return <PasteScreen />;
    case "edit-server":
      return <EditServerScreen key={route.id} id={route.id} />;
    case "tools":
      return <ToolsScreen key={route.id} id={route.id} />;
    case "model":
      return <ModelScreen />;
    case "permissions":
      return <PermissionsScreen />;
    case "usage":
      return <UsageScreen />;
    case "general":
      return <GeneralScreen />;
    case "account-tools":
      return <AccountToolsScreen />;
    case "add-account-server":
      return <AddAccountServerScreen />;
    case "edit-account-server":
      return <EditAccountServerScreen key={route.id} id={route.id} />;
    case "account-server-tools":
      return <AccountServerToolsScreen key={route.id} id={route.id} />;
    case "personas":
      return <PersonasScreen />;
    case "add-persona":
      return <AddPersonaScreen />;
    case "persona":
      return <PersonaScreen key={route.id} id={route.id} />;
    case "prompts":
      return <PromptsScreen />;
    case "account":
      return <AccountScreen />;
    case "admin-servers":
      return <AdminServersScreen />;
    case "admin-accounts":
      return <AdminAccountsScreen />;
    case "admin-registration":
      return <AdminRegistrationScreen />;
  }
}

/** What an address asks for while nobody is signed in; any page of the app is one to come back to. */
export function doorOf(route: AppRoute): Door {
  if (route.screen === "setup") return { kind: "set-up", code: route.code };
  if (route.screen === "register") return { kind: "register", invite: route.invite };
  return { kind: "sign-in", isInside: route.screen !== "home" && route.screen !== "not-found" };
}
