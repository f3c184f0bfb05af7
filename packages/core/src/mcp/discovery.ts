import type { ErrorCode } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import { withDeadline } from "../kit/deadline.js";
import type { Catalog } from "./catalog.js";
import { readInstructions } from "./catalog.js";
import { toFailure } from "./failures.js";
import type { McpLimits } from "./limits.js";
import { readCatalog } from "./pager.js";
import type { ServerLink, Session } from "./server-link.js";

export interface DiscoveryOptions {
  readonly link: ServerLink;
  readonly clock: Clock;
  readonly limits: McpLimits;
  /** A set-up has one long limit and none for initialise alone (LIF-03). */
  readonly setup: boolean;
  readonly signal: AbortSignal;
}

export type Discovered =
  | { readonly ok: true; readonly session: Session; readonly catalog: Catalog }
  | { readonly ok: false; readonly code: ErrorCode };

/** Initialise or discover, then the list: never a tool (LIF-07). Every end is a value. */
export async function discover(options: DiscoveryOptions): Promise<Discovered> {
  const { clock, limits, link, setup } = options;
  const limit = { clock, ms: setup ? limits.setupMs : limits.discoveryMs, signal: options.signal };
  let isConnected = false;
  try {
    return await withDeadline(limit, async (signal) => {
      const session = await link.open(setup ? null : limits.initialiseMs, signal);
      isConnected = true;
      await link.follow(session, signal);
      const catalog = await listTools(session, options, signal);
      return { ok: true, session, catalog };
    });
  } catch (error) {
    const { code } = toFailure(error);
    // Nothing came in all that time: most likely the command was still fetching what it is to run.
    return { ok: false, code: code === "timeout" && setup && !isConnected ? "setup-timeout" : code };
  }
}

/** One pass over an open connection (CHG-02). Rejects with a McpFailure or the reason of `signal`. */
export function refreshCatalog(
  session: Session,
  options: Pick<DiscoveryOptions, "clock" | "limits" | "signal">,
): Promise<Catalog> {
  const limit = { clock: options.clock, ms: options.limits.refreshMs, signal: options.signal };
  return withDeadline(limit, (signal) => listTools(session, options, signal));
}

/** A server without the tools capability is asked nothing and has none (LIF-09). */
async function listTools(
  session: Session,
  { clock, limits }: Pick<DiscoveryOptions, "clock" | "limits">,
  signal: AbortSignal,
): Promise<Catalog> {
  const { client, instructions, sendsHeaders } = session;
  if (!session.offersTools) {
    return { tools: [], dropped: [], instructions: readInstructions(instructions), freshForMs: null };
  }
  return readCatalog({ client, clock, pageMs: limits.listMs, instructions, sendsHeaders }, signal);
}
