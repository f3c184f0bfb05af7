/** Where the person is, read off the address. */
export type AppRoute =
  | { readonly screen: "home" }
  | { readonly screen: "chat"; readonly id: string }
  | { readonly screen: "servers" }
  | { readonly screen: "add-server" }
  | { readonly screen: "edit-server"; readonly id: string }
  | { readonly screen: "tools"; readonly id: string }
  | { readonly screen: "paste-servers" }
  | { readonly screen: "model" }
  | { readonly screen: "permissions" }
  | { readonly screen: "usage" }
  | { readonly screen: "general" }
  | { readonly screen: "settings" }
  | { readonly screen: "account-tools" }
  | { readonly screen: "add-account-server" }
  | { readonly screen: "edit-account-server"; readonly id: string }
  | { readonly screen: "account-server-tools"; readonly id: string }
  | { readonly screen: "personas" }
  | { readonly screen: "add-persona" }
  | { readonly screen: "persona"; readonly id: string }
  | { readonly screen: "prompts" }
  | { readonly screen: "account" }
  | { readonly screen: "admin-servers" }
  | { readonly screen: "admin-accounts" }
  | { readonly screen: "admin-registration" }
  /** `code` and `invite` are read once and leave the address bar. */
  | { readonly screen: "setup"; readonly code: string | null }
  | { readonly screen: "register"; readonly invite: string | null }
  | {
      readonly screen: "run";
      readonly conversation: string | null;
      readonly server: string | null;
      readonly tool: string | null;
    }
  | { readonly screen: "not-found" };

export function routeOf(pathname: string, search = ""): AppRoute {
  const parts = decodeParts(pathname);
  if (parts === null) return { screen: "not-found" };
  const [first, second, third, fourth] = parts;
  if (first === undefined) return { screen: "home" };
  if (first === "c" && second !== undefined && third === undefined) return { screen: "chat", id: second };
  if (first === "run" && second === undefined) return runRoute(new URLSearchParams(search));
  if (second === undefined) return pageRoute(first, new URLSearchParams(search));
  if (first !== "settings" || parts.length > 4) return { screen: "not-found" };
  if (second === "mcps") return serverRoute(third, fourth);
  if (second === "tools") return accountServerRoute(third, fourth);
  if (fourth !== undefined) return { screen: "not-found" };
  if (second === "admin") return adminRoute(third);
  if (second === "personas") return personaRoute(third);
  return third === undefined ? settingsRoute(second) : { screen: "not-found" };
}

/** Addresses of one part. */
function pageRoute(page: string, query: URLSearchParams): AppRoute {
  switch (page) {
    case "settings":
      return { screen: "settings" };
    case "setup":
      return { screen: "setup", code: query.get("code") };
    case "register":
      return { screen: "register", invite: query.get("invite") };
    default:
      return { screen: "not-found" };
  }
}

function adminRoute(page: string | undefined): AppRoute {
  switch (page) {
    case "servers":
      return { screen: "admin-servers" };
    case "accounts":
      return { screen: "admin-accounts" };
    case "registration":
      return { screen: "admin-registration" };
    default:
      return { screen: "not-found" };
  }
}

function settingsRoute(page: string): AppRoute {
  switch (page) {
    case "account":
      return { screen: "account" };
    case "prompts":
      return { screen: "prompts" };
    case "general":
      return { screen: "general" };
    // The page had the shorter address once.
    case "model":
    case "models":
      return { screen: "model" };
    case "permissions":
      return { screen: "permissions" };
    case "usage":
      return { screen: "usage" };
    case "paste":
      return { screen: "paste-servers" };
    default:
      return { screen: "not-found" };
  }
}

/** A server may be called "add": its own pages are told apart by what follows. */
function serverRoute(id: string | undefined, page: string | undefined): AppRoute {
  if (id === undefined) return { screen: "servers" };
  if (page === "tools") return { screen: "tools", id };
  if (page !== undefined) return { screen: "not-found" };
  return id === "add" ? { screen: "add-server" } : { screen: "edit-server", id };
}

function accountServerRoute(id: string | undefined, page: string | undefined): AppRoute {
  if (id === undefined) return { screen: "account-tools" };
  if (page === "tools") return { screen: "account-server-tools", id };
  if (page !== undefined) return { screen: "not-found" };
  return id === "add" ? { screen: "add-account-server" } : { screen: "edit-account-server", id };
}

function personaRoute(id: string | undefined): AppRoute {
  if (id === undefined) return { screen: "personas" };
  return id === "add" ? { screen: "add-persona" } : { screen: "persona", id };
}

function runRoute(query: URLSearchParams): AppRoute {
  return {
    screen: "run",
    conversation: query.get("conversation"),
    server: query.get("server"),
    tool: query.get("tool"),
  };
}

function decodeParts(pathname: string): readonly string[] | null {
  try {
    return pathname
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}
