import { lineVerdict, type Verdict } from "./field-rules.js";

/** Ports that the fetch standard forbids, and 0; a server there can never be reached. */
const blockedPorts = new Set(
  (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 " +
    "137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 " +
    "1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
  ).split(" "),
);

export type UrlReading =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly code: NonNullable<Verdict> };

/**
 * CFG-09: http or https, without user name, password or fragment; the text is judged before it is parsed. Parsed once:
 * whoever acts on an address carries this URL on.
 */
export function readUrl(text: string): UrlReading {
  const line = text === "" ? "config-url-invalid" : lineVerdict(text, 8_192);
  if (line !== null) return { ok: false, code: line };
  const url = /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    return { ok: false, code: "config-url-invalid" };
  }
  if (url.username !== "" || url.password !== "" || hasUserInfo(text)) {
    return { ok: false, code: "config-url-credentials" };
  }
  if (text.includes("#")) return { ok: false, code: "config-url-fragment" };
  return isBlockedPort(url.port) ? { ok: false, code: "config-url-port" } : { ok: true, url };
}

export function urlVerdict(text: string): Verdict {
  const reading = readUrl(text);
  return reading.ok ? null : reading.code;
}

/** `port` as a URL holds it: "" for the scheme's own. */
export function isBlockedPort(port: string): boolean {
  return blockedPorts.has(port);
}

/** An empty user name leaves no trace in the parsed address; slashes too many are dropped by the parser. */
function hasUserInfo(text: string): boolean {
  const authority = text.replace(/^https?:[/\\]+/i, "").split(/[/?#\\]/, 1)[0] ?? "";
  return authority.includes("@");
}
