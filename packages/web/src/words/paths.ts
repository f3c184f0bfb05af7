/** Addresses inside the app. */
export const PATHS = {
  home: "/",
  conversation: (id: string) => `/c/${encodeURIComponent(id)}`,
  servers: "/settings/mcps",
  addServer: "/settings/mcps/add",
  server: (id: string) => `/settings/mcps/${encodeURIComponent(id)}`,
  tools: (id: string) => `/settings/mcps/${encodeURIComponent(id)}/tools`,
  model: "/settings/model",
  general: "/settings/general",
  pasteServers: "/settings/paste",
  run: (target: { readonly conversation?: string; readonly server?: string; readonly tool?: string } = {}) => {
    const query = new URLSearchParams(Object.entries(target).filter(([, value]) => value !== "")).toString();
    return query === "" ? "/run" : `/run?${query}`;
  },
} as const;
