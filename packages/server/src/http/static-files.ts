import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, posix, sep } from "node:path";
import { errorResponse } from "./reply-error.js";
import { NO_APP_PAGE, SIGN_IN_SCRIPT, SIGN_IN_STYLE } from "./sign-in-pages.js";

/** Files that the pages before sign-in need; they are the same for everybody. */
export const SIGN_IN_FILES = ["/sign-in.js", "/sign-in.css"] as const;

export interface StaticFiles {
  /** The file at this path, the app for one of its own addresses, or a page that says the app is not built. */
  reply(path: string): Promise<Response>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".map": "application/json",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
  ".txt": "text/plain; charset=utf-8",
};

const HTML = TYPES[".html"] ?? "text/html";
const YEAR = "public, max-age=31536000, immutable";

/**
 * The built browser app in `root`. The names are read once, so that a request can only name a file that was there:
 * no path of a request ever reaches the file system.
 */
export function createStaticFiles(root: string): StaticFiles {
  const known = new Map(listFiles(root).map((name) => [`/${name.split(sep).join(posix.sep)}`, join(root, name)]));
  return {
    async reply(path) {
      if (path === "/sign-in.js") return reply(SIGN_IN_SCRIPT, TYPES[".js"] ?? HTML, "no-store");
      if (path === "/sign-in.css") return reply(SIGN_IN_STYLE, TYPES[".css"] ?? HTML, "no-store");
      const file = known.get(path);
      if (file !== undefined) return reply(await readFile(file), TYPES[extname(file)] ?? HTML, freshness(path));
      if (extname(path) !== "") return errorResponse("route-unknown");
      const index = known.get("/index.html");
      if (index === undefined) return reply(NO_APP_PAGE, HTML, "no-store");
      return reply(await readFile(index), HTML, "no-cache");
    },
  };
}

/** The bundler puts a hash of the content into the names below `assets`. */
function freshness(path: string): string {
  return path.startsWith("/assets/") ? YEAR : "no-cache";
}

function reply(body: string | Buffer<ArrayBuffer>, type: string, cacheControl: string): Response {
  return new Response(body, { headers: { "Content-Type": type, "Cache-Control": cacheControl } });
}

function listFiles(root: string): readonly string[] {
  try {
    const entries = readdirSync(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch {
    return [];
  }
}
