import type { ErrorCode } from "@loop/contract";

/** How a request proves who sent it. A launch link counts for the one page that turns it into a cookie. */
export type Credential = "bearer" | "cookie" | "launch-link" | "none";

/** What the guard looks at; nothing else of a request decides whether it is heard. */
export interface RequestFacts {
  readonly method: string;
  /** The path as sent, without its query. */
  readonly path: string;
  /** Null unless there is exactly one. */
  readonly host: string | null;
  readonly origin: string | null;
  readonly fetchSite: string | null;
  readonly fetchMode: string | null;
  readonly fetchDest: string | null;
  readonly contentType: string | null;
  readonly carriesBody: boolean;
  readonly credential: Credential;
}

export interface AccessRules {
  /** As a `Host` header says them, lower case. */
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  /** Paths that reveal nothing and need no sign-in to be read. */
  readonly openPaths: ReadonlySet<string>;
  /** `METHOD /path` of the API that need no sign-in. */
  readonly openRoutes: ReadonlySet<string>;
  /** Whether the app's pages are for everybody, because it signs people in itself. */
  readonly openPages: boolean;
}

const READING = new Set(["GET", "HEAD"]);
const OWN_SITES = new Set(["same-origin", "none"]);

/** The hosts and origins of a server on `port`, and of the address it is published under (design: Guard). */
export function accessRules(options: {
  readonly port: number;
  readonly publicUrl: URL | null;
  readonly openPaths: Iterable<string>;
  readonly openRoutes?: Iterable<string>;
  readonly openPages?: boolean;
}): AccessRules {
  const names = ["127.0.0.1", "localhost", "[::1]"];
  const local = names.map((name) => `${name}:${options.port}`);
  if (options.port === 80) local.push(...names);
  const published = options.publicUrl === null ? [] : [options.publicUrl];
  return {
    hosts: new Set([...local, ...published.map((url) => url.host.toLowerCase())]),
    origins: new Set([
      ...local.map((host) => new URL(`http://${host}`).origin),
      ...published.map((url) => url.origin.toLowerCase()),
    ]),
    openPaths: new Set(options.openPaths),
    openRoutes: new Set(options.openRoutes ?? []),
    openPages: options.openPages ?? false,
  };
}

/** Null lets the request through; else the code it is refused with. */
export function refuseAccess(facts: RequestFacts, rules: AccessRules): ErrorCode | null {
  if (facts.host === null || !rules.hosts.has(facts.host.toLowerCase())) return "host-refused";
  if (comesFromElsewhere(facts, rules)) return "origin-refused";
  if (!isOpen(facts, rules) && facts.credential === "none") return "unauthorized";
  if (lacksOrigin(facts)) return "origin-refused";
  if (hasForeignBody(facts)) return "not-json";
  return null;
}

function isOpen({ method, path }: RequestFacts, rules: AccessRules): boolean {
  if (rules.openRoutes.has(`${method} ${path}`)) return true;
  if (!READING.has(method)) return false;
  return rules.openPaths.has(path) || (rules.openPages && !isApi(path));
}

export function isApi(path: string): boolean {
  return path === "/api" || path.startsWith("/api/");
}

function comesFromElsewhere(facts: RequestFacts, rules: AccessRules): boolean {
  if (facts.origin !== null && !rules.origins.has(facts.origin.toLowerCase())) return true;
  if (facts.fetchSite === null || OWN_SITES.has(facts.fetchSite)) return false;
  const isNavigation = facts.fetchMode === "navigate" && facts.fetchDest === "document";
  return !(isNavigation && facts.method === "GET");
}

/** A cookie travels by itself, so a write that rests on one must say where it comes from. */
function lacksOrigin(facts: RequestFacts): boolean {
  return !READING.has(facts.method) && facts.credential === "cookie" && facts.origin === null;
}

/** A form can send anything but JSON, so that JSON alone is taken. */
function hasForeignBody(facts: RequestFacts): boolean {
  const isJson = /^application\/json\s*(;|$)/i.test(facts.contentType ?? "");
  if (facts.carriesBody) return !isJson;
  return !READING.has(facts.method) && facts.contentType !== null && !isJson;
}
