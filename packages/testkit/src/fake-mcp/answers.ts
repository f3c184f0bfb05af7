import type { FakeBehaviour } from "./behaviour.js";
import { catalogPage } from "./catalog.js";
import { legacyRevision, metaKeys, modernRevision, namedRevision, type RpcError, type RpcMessage } from "./wire.js";

/** Raw JSON of a result, or an error. */
export type Answer = { readonly result: string } | { readonly error: RpcError };

/** What the answers depend on and change. */
export interface ServerState {
  catalogVersion: number;
  pagesServed: number;
  /** Who to tell of a changed list: only an initialised legacy client hears the bare notification. */
  hasLegacyClient: boolean;
}

export const methodNotFound: Answer = { error: { code: -32601, message: "Method not found" } };

export function isModern(message: RpcMessage): boolean {
  return namedRevision(message) === modernRevision;
}

function speaks(behaviour: FakeBehaviour, era: "legacy" | "modern"): boolean {
  const spoken = behaviour.era ?? "legacy";
  return spoken === "dual" || spoken === era;
}

function serverInfo(behaviour: FakeBehaviour) {
  return { name: behaviour.name ?? "fake", version: "1.0.0" };
}

function capabilities(behaviour: FakeBehaviour): Record<string, unknown> {
  if (behaviour.toolsCapability === false) return {};
  return { tools: behaviour.listChanged === false ? {} : { listChanged: true } };
}

function instructions(behaviour: FakeBehaviour): Record<string, unknown> {
  return behaviour.instructions === undefined ? {} : { instructions: behaviour.instructions };
}

/** Everything a modern result carries around the old one. */
export function modernEnvelope(behaviour: FakeBehaviour, result: string, isCacheable: boolean): string {
  const cache = isCacheable ? { ttlMs: behaviour.ttlMs ?? 0, cacheScope: "private" } : {};
  const envelope = { resultType: "complete", ...cache, _meta: { [metaKeys.serverInfo]: serverInfo(behaviour) } };
  const head = result.slice(0, -1);
  return `${head}${head === "{" ? "" : ","}${JSON.stringify(envelope).slice(1)}`;
}

function unsupportedRevision(requested: unknown): Answer {
  const error = { code: -32022, message: "Unsupported protocol version" };
  return { error: { ...error, data: { supported: [modernRevision], requested: requested ?? null } } };
}

/** Answers that need nothing but the behaviour; null: the engine must run something. */
export function plainAnswer(behaviour: FakeBehaviour, state: ServerState, message: RpcMessage): Answer | null {
  const modern = isModern(message);
  if (message.method === "server/discover") return discoverAnswer(behaviour);
  if (!speaks(behaviour, modern ? "modern" : "legacy")) {
    return modern ? methodNotFound : unsupportedRevision(message.params?.protocolVersion);
  }
  switch (message.method) {
    case "initialize":
      return modern ? methodNotFound : initializeAnswer(behaviour);
    case "ping":
      return { result: "{}" };
    case "tools/list":
      return listAnswer(behaviour, state, message, modern);
    case "tools/call":
    case "subscriptions/listen":
      return null;
    default:
      return methodNotFound;
  }
}

function initializeAnswer(behaviour: FakeBehaviour): Answer {
  const result = {
    protocolVersion: behaviour.protocolVersion ?? legacyRevision,
    capabilities: capabilities(behaviour),
    serverInfo: serverInfo(behaviour),
    ...instructions(behaviour),
  };
  return { result: JSON.stringify(result) };
}

function discoverAnswer(behaviour: FakeBehaviour): Answer {
  if (!speaks(behaviour, "modern")) return methodNotFound;
  const found = {
    supportedVersions: [modernRevision],
    capabilities: capabilities(behaviour),
    ...instructions(behaviour),
  };
  return { result: modernEnvelope(behaviour, JSON.stringify(found), true) };
}

function listAnswer(behaviour: FakeBehaviour, state: ServerState, message: RpcMessage, modern: boolean): Answer {
  if (behaviour.toolsCapability === false) return methodNotFound;
  state.pagesServed += 1;
  const request = { version: state.catalogVersion, cursor: message.params?.cursor, pageNumber: state.pagesServed };
  const page = JSON.stringify(catalogPage(behaviour, request));
  return { result: modern ? modernEnvelope(behaviour, page, true) : page };
}
