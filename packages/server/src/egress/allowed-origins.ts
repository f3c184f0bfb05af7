import { isBlockedPort } from "@loop/core/host";

/** Origins as `URL.origin` writes them. */
export type AllowedOrigins = ReadonlySet<string>;

export type AllowedOriginsReading =
  /** Null: the variable is not set. An empty set: it is set and empty, so nothing can be reached. */
  | { readonly ok: true; readonly origins: AllowedOrigins | null }
  /** `problem` completes the sentence of `allowed-origins-invalid`; it names the entry by its place, never its text. */
  | { readonly ok: false; readonly problem: string };

/** `MCP_ALLOWED_ORIGINS`, parted by commas (NET-02). One wrong entry refuses the whole value: a list is never guessed. */
export function readAllowedOrigins(value: string | undefined): AllowedOriginsReading {
  if (value === undefined) return { ok: true, origins: null };
  const origins = new Set<string>();
  const entries = value.trim() === "" ? [] : value.split(",");
  for (const [index, entry] of entries.entries()) {
    const reading = readEntry(entry.trim());
    if (!(reading instanceof URL)) return { ok: false, problem: `entry ${index + 1} ${reading.problem}` };
    origins.add(reading.origin);
  }
  return { ok: true, origins };
}

/** The text is judged as well as what the parser makes of it, which repairs too much. */
function readEntry(text: string): URL | { readonly problem: string } {
  const problem = textProblem(text);
  if (problem !== null) return { problem };
  if (!URL.canParse(text)) return { problem: "is not an address" };
  const url = new URL(text);
  if (url.pathname !== "/") return { problem: "has a path" };
  if (isBlockedPort(url.port)) return { problem: "has a port that HTTP can never reach" };
  return url;
}

function textProblem(text: string): string | null {
  if (text === "") return "is empty";
  if (/[\s\p{C}]/u.test(text)) return "holds a blank or a control character";
  if (!/^https?:\/\//i.test(text)) return "does not begin with http:// or https://";
  const rest = text.replace(/^https?:\/\//i, "");
  if (rest.includes("@")) return "holds a user name or a password";
  if (rest.includes("*")) return "holds a wildcard";
  if (rest.includes("?")) return "has a query";
  if (rest.includes("#")) return "has a part after #";
  return /^[^/\\]*\/?$/.test(rest) ? null : "has a path";
}
