import type { IncomingMessage } from "node:http";
import { ipVersion } from "../egress/ip-version.js";
import type { SentCredentials } from "./identity.js";
import type { Credential, RequestFacts } from "./local-guard.js";

/** Reads what a request says of who sent it. Throws nothing, whatever was sent. */
export function sentCredentials(incoming: IncomingMessage): SentCredentials {
  const { path, query } = splitTarget(incoming.url ?? "");
  return {
    authorization: incoming.headers.authorization ?? null,
    cookie: incoming.headers.cookie ?? null,
    launchToken: incoming.method === "GET" && path === "/" ? query.get("token") : null,
  };
}

/** Reads a request for the guard. Throws nothing, whatever was sent. */
export function requestFacts(incoming: IncomingMessage, credential: Credential): RequestFacts {
  return {
    method: incoming.method ?? "GET",
    path: splitTarget(incoming.url ?? "").path,
    host: onlyHost(incoming),
    origin: header(incoming, "origin"),
    fetchSite: header(incoming, "sec-fetch-site"),
    fetchMode: header(incoming, "sec-fetch-mode"),
    fetchDest: header(incoming, "sec-fetch-dest"),
    contentType: header(incoming, "content-type"),
    carriesBody: carriesBody(incoming),
    credential,
  };
}

/**
 * Where a request came from. What a proxy says of its client counts only when the peer is the proxy that was named;
 * the last entry is the one it added itself.
 */
export function remoteAddress(incoming: IncomingMessage, trustedProxy: string | null): string {
  const peer = plainAddress(incoming.socket.remoteAddress ?? "");
  if (trustedProxy === null || peer !== trustedProxy) return peer;
  const said = header(incoming, "x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
  return ipVersion(said) === 0 ? peer : plainAddress(said);
}

function plainAddress(address: string): string {
  return address.startsWith("::ffff:") && ipVersion(address.slice(7)) === 4 ? address.slice(7) : address;
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
