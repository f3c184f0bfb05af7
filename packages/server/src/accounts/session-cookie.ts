export interface SessionCookie {
  readonly name: string;
  /** Sent over https alone. */
  readonly secure: boolean;
}

/** The longest that browsers keep one; when a sign-in ends is the server's decision. */
const COOKIE_SECONDS = 400 * 24 * 3_600;

/**
 * The cookie of an instance that is reached under `publicUrl` (null: under `port` of this computer). Cookies know no
 * ports, so where none can be bound to the host, the name holds the port.
 */
export function sessionCookie(publicUrl: URL | null, port: number): SessionCookie {
  if (publicUrl?.protocol === "https:") return { name: "__Host-loop", secure: true };
  const publicPort = publicUrl === null ? String(port) : publicUrl.port || "80";
  return { name: `loop_${publicPort}`, secure: false };
}

/** A whole `Set-Cookie` line. */
export function cookieLine(cookie: SessionCookie, token: string): string {
  return line(cookie, token, COOKIE_SECONDS);
}

/** Takes the cookie out of the browser. */
export function endedCookieLine(cookie: SessionCookie): string {
  return line(cookie, "", 0);
}

function line({ name, secure }: SessionCookie, value: string, seconds: number): string {
  const attributes = [`${name}=${value}`, "Path=/", `Max-Age=${seconds}`, "HttpOnly", "SameSite=Lax"];
  return [...attributes, ...(secure ? ["Secure"] : [])].join("; ");
}
