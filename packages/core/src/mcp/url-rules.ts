import { lineVerdict, type Verdict } from "./field-rules.js";

/** Ports that the fetch standard forbids; a server there can never be reached. */
const blockedPorts = new Set(
  (
    "1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 " +
    "137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 " +
    "1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
  ).split(" "),
);

/** CFG-09: http or https, without user name, password or fragment; the text is judged before it is parsed. */
export function urlVerdict(text: string): Verdict {
  if (text === "") return "config-url-invalid";
  const line = lineVerdict(text, 8_192);
  if (line !== null) return line;
  if (/\s/.test(text)) return "config-url-invalid";
  const url = parseUrl(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return "config-url-invalid";
  if (!/^https?:\/\//i.test(text)) return "config-url-invalid";
  if (url.username !== "" || url.password !== "" || hasUserInfo(text)) return "config-url-credentials";
  if (text.includes("#")) return "config-url-fragment";
  return blockedPorts.has(url.port) ? "config-url-port" : null;
}

export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** An empty user name leaves no trace in the parsed address. */
function hasUserInfo(text: string): boolean {
  const authority = text.split("//", 2)[1]?.split(/[/?#\\]/, 1)[0] ?? "";
  return authority.includes("@");
}
