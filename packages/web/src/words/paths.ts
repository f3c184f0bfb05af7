/** Addresses inside the app. */
export const PATHS = {
  home: "/",
  setUp: "/setup",
  register: "/register",
  settings: "/settings",
  conversation: (id: string) => `/c/${encodeURIComponent(id)}`,
  servers: "/settings/mcps",
  addServer: "/settings/mcps/add",
  server: (id: string) => `/settings/mcps/${encodeURIComponent(id)}`,
  tools: (id: string) => `/settings/mcps/${encodeURIComponent(id)}/tools`,
  model: "/settings/models",
  permissions: "/settings/permissions",
  usage: "/settings/usage",
  general: "/settings/general",
  pasteServers: "/settings/paste",
  accountTools: "/settings/tools",
  addAccountServer: "/settings/tools/add",
  accountServer: (id: string) => `/settings/tools/${encodeURIComponent(id)}`,
  accountServerTools: (id: string) => `/settings/tools/${encodeURIComponent(id)}/tools`,
  personas: "/settings/personas",
  addPersona: "/settings/personas/add",
  persona: (id: string) => `/settings/personas/${encodeURIComponent(id)}`,
  prompts: "/settings/prompts",
  account: "/settings/account",
  adminServers: "/settings/admin/servers",
  adminAccounts: "/settings/admin/accounts",
  adminRegistration: "/settings/admin/registration",
  run: (target: { readonly conversation?: string; readonly server?: string; readonly tool?: string } = {}) => {
    const query = new URLSearchParams(Object.entries(target).filter(([, value]) => value !== "")).toString();
    return query === "" ? "/run" : `/run?${query}`;
  },
} as const;
