import type { Client } from "@modelcontextprotocol/client";
import type { Clock } from "../kit/clock.js";
import { withDeadline } from "../kit/deadline.js";
import { type Catalog, readInstructions, readTools } from "./catalog.js";
import { McpFailure } from "./failures.js";
import { NO_LIBRARY_TIMEOUT_MS } from "./handshake.js";
import { MAX_TOOLS } from "./limits.js";
import { isRecord } from "./transport.js";
import { rawResult } from "./wire.js";

export interface ListOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** For each page (LIF-04). */
  readonly pageMs: number;
  readonly instructions: string | null;
  readonly sendsHeaders: boolean;
}

const maxCursorLength = 65_536;

/**
 * The whole list, page by page, each read as the server sent it. More tools than are allowed, any cursor seen before
 * and a list too large to keep are an invalid catalog (LIF-08). Rejects with a McpFailure or the reason of `signal`.
 */
export async function readCatalog(options: ListOptions, signal: AbortSignal): Promise<Catalog> {
  const entries: unknown[] = [];
  const seen = new Set<string>();
  let freshForMs: number | null = null;
  let cursor: string | undefined;
  do {
    const page = await readPage(options, cursor, signal);
    entries.push(...page.tools);
    if (entries.length > MAX_TOOLS) throw new McpFailure("invalid-catalog");
    freshForMs ??= page.freshForMs;
    cursor = page.nextCursor;
    if (cursor === undefined) break;
    if (seen.has(cursor) || cursor.length > maxCursorLength) throw new McpFailure("invalid-catalog");
    seen.add(cursor);
  } while (seen.size <= MAX_TOOLS);
  if (cursor !== undefined) throw new McpFailure("invalid-catalog");
  const { tools, dropped, bytes } = readTools(entries, options);
  if (bytes === null) throw new McpFailure("invalid-catalog");
  return { tools, dropped, instructions: readInstructions(options.instructions), freshForMs };
}

interface Page {
  readonly tools: readonly unknown[];
  readonly nextCursor: string | undefined;
  readonly freshForMs: number | null;
}

async function readPage(options: ListOptions, cursor: string | undefined, signal: AbortSignal): Promise<Page> {
  const { client, clock, pageMs } = options;
  const params = cursor === undefined ? {} : { params: { cursor } };
  const result = await withDeadline({ clock, ms: pageMs, signal }, (inner) =>
    client.request({ method: "tools/list", ...params }, { timeout: NO_LIBRARY_TIMEOUT_MS, signal: inner }),
  ).catch((error: unknown) => {
    throw tooLargeIsInvalid(error);
  });
  const raw = rawResult(result);
  if (!isRecord(raw) || !Array.isArray(raw.tools)) throw new McpFailure("invalid-catalog");
  const { nextCursor, ttlMs } = raw;
  if (nextCursor !== undefined && nextCursor !== null && typeof nextCursor !== "string") {
    throw new McpFailure("invalid-catalog");
  }
  return {
    tools: raw.tools,
    nextCursor: nextCursor ?? undefined,
    freshForMs: typeof ttlMs === "number" && ttlMs > 0 ? ttlMs : null,
  };
}

/** Of a list, one answer too large to read makes the catalog unusable; a call would only lose its result. */
function tooLargeIsInvalid(error: unknown): unknown {
  const data = error instanceof Error && "data" in error ? error.data : error;
  const isTooLarge = data instanceof McpFailure && data.code === "result-too-large";
  return isTooLarge ? new McpFailure("invalid-catalog") : error;
}
