import { isIP } from "node:net";
import type { ErrorCode } from "@loop/contract";
import { isBlockedPort, readUrl, type UrlReading } from "@loop/core/host";
import { isPublicAddress } from "./address-rules.js";
import type { AllowedOrigins } from "./allowed-origins.js";

/** Names that mean this computer or its own network wherever they are asked for. */
const localEndings = new Set([
  "corp",
  "home",
  "home.arpa",
  "internal",
  "intranet",
  "lan",
  "local",
  "localdomain",
  "localhost",
  "onion",
  "private",
]);

/** What a person typed, parsed once: the URL is carried on, and its `href` is what is stored. Nothing is resolved yet. */
export function readAddress(text: string, allowed: AllowedOrigins | null): UrlReading {
  const reading = readUrl(text);
  if (!reading.ok) return reading;
  const code = addressVerdict(reading.url, allowed);
  return code === null ? reading : { ok: false, code };
}

/** Null when a request may go there as far as the address itself tells. While a list is set, it alone decides (NET-02). */
export function addressVerdict(url: URL, allowed: AllowedOrigins | null): ErrorCode | null {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "config-url-invalid";
  if (url.username !== "" || url.password !== "") return "config-url-credentials";
  if (url.hash !== "") return "config-url-fragment";
  if (isBlockedPort(url.port)) return "config-url-port";
  if (allowed !== null) return allowed.has(url.origin) ? null : "origin-not-allowed";
  const host = hostOf(url);
  const isClosed = isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host);
  return isClosed ? "address-not-public" : null;
}

/** Without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

/** A single label is completed by the network Loop stands in, and so is never public. */
function isLocalName(host: string): boolean {
  const labels = host.replace(/\.$/, "").split(".");
  return (
    labels.length < 2 ||
    labels.includes("") ||
    labels.some((_, index) => localEndings.has(labels.slice(index).join(".")))
  );
}
