import type { IncomingMessage } from "node:http";
import type { RequestFacts } from "./local-guard.js";
import type { SignIn } from "./sign-in.js";

/** Reads a request for the guard. Throws nothing, whatever was sent. */
export function requestFacts(incoming: IncomingMessage, signIn: SignIn): RequestFacts {
  const { path, query } = splitTarget(incoming.url ?? "");
  const method = incoming.method ?? "GET";
  const authorization = incoming.headers.authorization ?? null;
  const launchToken = method === "GET" && path === "/" ? query.get("token") : null;
  return {
    method,
    path,
    host: onlyHost(incoming),
    origin: header(incoming, "origin"),
    fetchSite: header(incoming, "sec-fetch-site"),
    fetchMode: header(incoming, "sec-fetch-mode"),
    fetchDest: header(incoming, "sec-fetch-dest"),
    contentType: header(incoming, "content-type"),
    carriesBody: carriesBody(incoming),
    credential: signIn.credential({ authorization, cookie: incoming.headers.cookie ?? null, launchToken }),
  };
}

/** An absolute request target names a host of its own, so it counts as no host at all. */
function onlyHost(incoming: IncomingMessage): string | null {
  const hosts = incoming.headersDistinct["host"] ?? [];
  if (hosts.length !== 1 || !(incoming.url ?? "").startsWith("/")) return null;
  return hosts[0] ?? null;
}

function header(incoming: IncomingMessage, name: string): string | null {
  const value = incoming.headers[name];
  return typeof value === "string" ? value : null;
}

function carriesBody(incoming: IncomingMessage): boolean {
  const length = header(incoming, "content-length");
  return incoming.headers["transfer-encoding"] !== undefined || (length !== null && length !== "0");
}

function splitTarget(target: string): { path: string; query: URLSearchParams } {
  const cut = target.indexOf("?");
  if (cut < 0) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, cut), query: new URLSearchParams(target.slice(cut + 1)) };
}
