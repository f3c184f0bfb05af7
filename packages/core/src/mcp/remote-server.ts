import type { ErrorCode, McpServerConfig } from "@loop/contract";
import type { Clock } from "../kit/clock.js";
import { withDeadline } from "../kit/deadline.js";
import type { Catalog, CatalogTool } from "./catalog.js";
import { refreshCatalog } from "./discovery.js";
import type { EraVerdicts } from "./era-memory.js";
import { type McpFailure, toFailure } from "./failures.js";
import type { OpenHttpConnection } from "./http-connection.js";
import type { CatalogLifetime } from "./lifetime.js";
import type { McpLimits } from "./limits.js";
import { ServerLink, type Session } from "./server-link.js";
import { callTool } from "./tool-call.js";
import type { McpCallResult } from "./tool-source.js";

/** Where a server is reached, and with what. Streamable HTTP only: no other kind can be said (SRV-02). */
export interface RemoteAddress {
  readonly serverId: string;
  readonly url: URL;
  /** Sent as a bearer token with every request; null for none. */
  readonly token: string | null;
}

export interface RemoteContext {
  readonly clock: Clock;
  readonly limits: McpLimits;
  /** The host's own connections; whatever address rules it has are theirs. */
  readonly openHttp: OpenHttpConnection;
  /** Which era a server was found to speak, for as long as the holder keeps it. */
  readonly eras: EraVerdicts;
}

export type RemoteListing =
  | { readonly ok: true; readonly catalog: Catalog }
  | { readonly ok: false; readonly code: ErrorCode };

/** Connects, lists within the bounds of LIF-04 and LIF-08, closes. Never calls a tool; every end is a value. */
export async function listRemoteTools(
  address: RemoteAddress,
  context: RemoteContext,
  signal: AbortSignal,
): Promise<RemoteListing> {
  const { clock, limits } = context;
  const link = openLink(address, context, () => undefined);
  try {
    const catalog = await withDeadline({ clock, ms: limits.discoveryMs, signal }, async (inner) => {
      const session = await link.open(limits.initialiseMs, inner);
      return refreshCatalog(session, { clock, limits, signal: inner });
    });
    return { ok: true, catalog };
  } catch (error) {
    return { ok: false, code: toFailure(error).code };
  } finally {
    await link.close();
  }
}

export interface RemoteCall {
  readonly tool: CatalogTool;
  readonly args: unknown;
  readonly lifetime: CatalogLifetime;
  /** Milliseconds left of the call's time. */
  readonly callMs: number;
}

/** An open connection for calls. What the server announces is not listened to: the catalog is the stored one. */
export interface RemoteServer {
  /** Sent once; every end is a result. */
  call(call: RemoteCall, signal: AbortSignal): Promise<McpCallResult>;
  close(): Promise<void>;
}

/** Rejects with a McpFailure or the reason of `signal`. `onLost` is told once when an open connection turned out dead. */
export async function openRemoteServer(
  address: RemoteAddress,
  context: RemoteContext & { readonly onLost: () => void },
  signal: AbortSignal,
): Promise<RemoteServer> {
  const link = openLink(address, context, context.onLost);
  try {
    const session = await link.open(context.limits.initialiseMs, signal);
    return {
      call: (call, callSignal) => callOver(link, session, context.clock, call, callSignal),
      close: () => link.close(),
    };
  } catch (error) {
    await link.close();
    throw error;
  }
}

async function callOver(
  link: ServerLink,
  session: Session,
  clock: Clock,
  call: RemoteCall,
  signal: AbortSignal,
): Promise<McpCallResult> {
  const { tool: catalogTool, args, lifetime, callMs } = call;
  const onLost = (failure: McpFailure) => link.lose(failure);
  const result = await callTool({ catalogTool, lifetime, session, onLost }, args, { clock, callMs }, signal);
  // Here a lifetime ends by somebody's decision alone, never with a connection.
  const isDecided = !lifetime.isLive && result.status === "unreachable" && result.code === lifetime.code;
  return isDecided ? { ...result, status: "cancelled" } : result;
}

function openLink(address: RemoteAddress, context: RemoteContext, onLost: () => void): ServerLink {
  const { clock, limits, openHttp, eras } = context;
  const nothing = { environment: {}, launchDirectory: "", journal: null };
  return new ServerLink(
    configOf(address),
    { clock, limits, openHttp, eras, ...nothing },
    {
      onToolsChanged: () => undefined,
      onLost,
      onChangesNotFollowed: () => undefined,
      onMayHaveMissedChange: () => undefined,
    },
  );
}

function configOf({ serverId, url, token }: RemoteAddress): McpServerConfig {
  const headers = token === null ? [] : [{ key: "Authorization", value: `Bearer ${token}` }];
  const transport = { type: "http" as const, url: url.href, bearerTokenEnv: "", headers, envHeaders: [] };
  return { id: serverId, name: serverId, enabled: true, transport };
}
