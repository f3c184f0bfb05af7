import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  type DiscoverResult,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/client";
import type { Clock } from "../kit/clock.js";
import { pause } from "../kit/deadline.js";
import { isServerAnswer, McpFailure, toFailure } from "./failures.js";
import { isRecord, type McpTransport } from "./transport.js";
import { Wire } from "./wire.js";

/** The 2025 revisions begin with initialize, 2026-07-28 with server/discover. */
export type Era = "legacy" | "modern";

export interface HandshakeOptions {
  readonly transport: McpTransport;
  readonly clock: Clock;
  readonly probeMs: number;
  /** The era that is tried first; the other one is tried when it fails or stays silent (LIF-14). */
  readonly first: Era;
  readonly onToolsChanged: () => void;
  readonly onClosed: () => void;
}

export interface Connected {
  readonly era: Era;
  readonly client: Client;
  readonly wire: Wire;
}

const clientInfo = { name: "loop", version: "0.1.0" };
/** JSON-RPC code of a server that does not take the revision a request names. */
const UNSUPPORTED_VERSION = -32_022;
const modernRevision = "2026-07-28";
/** Both clients of a handshake may have a request open on one process. */
const modernFirstId = 1_000_000_000;
/** Our own deadlines end every request; the library's must never be first. */
export const NO_LIBRARY_TIMEOUT_MS = 2_000_000_000;

/** Failures after which asking in another way cannot help. */
const finalCodes = new Set([
  "access-rejected",
  "address-not-found",
  "address-not-public",
  "address-refused",
  "authentication-required",
  "certificate-invalid",
  "network-unreachable",
  "oauth-required",
  "origin-not-allowed",
  "redirect-refused",
]);

/**
 * One era first; when it fails in a way that may only be the wrong era, or says nothing for a while, the other one
 * beside it. What answers well first is the connection, so a slow start is no verdict. Rejects with a McpFailure, or with
 * the reason of `signal`.
 */
export async function shakeHands(options: HandshakeOptions, signal: AbortSignal): Promise<Connected> {
  const wire = newWire(options, 0);
  const stopProbe = new AbortController();
  const probe = AbortSignal.any([signal, stopProbe.signal]);
  const tries = {
    legacy: () => settled(connectLegacy(wire, signal)),
    modern: () => settled(connectModern(options, wire, probe)),
  };
  const first = tries[options.first]();
  const early = await orPatience(first, options);
  if (early?.ok) return early.value;
  signal.throwIfAborted();
  if (early !== null && !mayBeOtherEra(options, early.error)) throw toHandshakeFailure(early.error);
  const [legacy, modern] = options.first === "legacy" ? [first, tries.modern()] : [tries.legacy(), first];
  const connected = await firstSuccess(legacy, modern);
  if (connected.era === "modern")
    void wire.close(); // ends what is left of initialize
  else stopProbe.abort();
  return connected;
}

/** A server of the new revision refuses initialize at once, so silence there is most likely a slow start. */
async function orPatience<T>(promise: Promise<T>, { clock, first, probeMs }: HandshakeOptions): Promise<T | null> {
  const quick = new AbortController();
  const ms = first === "legacy" ? 2 * probeMs : probeMs;
  const patience = pause({ clock, ms, signal: quick.signal });
  try {
    return await Promise.race([promise, patience.then(() => null)]);
  } finally {
    quick.abort();
  }
}

/** A process that fails fails in either era; over HTTP there are many ways to refuse an unknown method. */
function mayBeOtherEra({ first, transport }: HandshakeOptions, error: unknown): boolean {
  if (first === "legacy" && transport.hasPerRequestStream !== true) return isServerAnswer(error);
  return !finalCodes.has(toHandshakeFailure(error).code);
}

async function connectLegacy(wire: Wire, signal: AbortSignal): Promise<Connected> {
  const client = newClient();
  await client.connect(wire, { prior: { kind: "legacy" }, timeout: NO_LIBRARY_TIMEOUT_MS, signal });
  return { era: "legacy", client, wire };
}

async function connectModern(options: HandshakeOptions, wire: Wire, signal: AbortSignal): Promise<Connected> {
  const discover = await discoverServer(wire, signal);
  const client = newClient();
  const own = newWire(options, modernFirstId);
  await client.connect(own, { prior: { kind: "modern", discover } });
  return { era: "modern", client, wire: own };
}

/** A server may refuse the revision of a request it could have answered; when it names ours, it is asked once more. */
async function discoverServer(wire: Wire, signal: AbortSignal): Promise<DiscoverResult> {
  const answer = await wire.ask(discoverRequest("loop-discover"), signal);
  if (!offersOurRevision(answer)) return readDiscover(answer);
  return readDiscover(await wire.ask(discoverRequest("loop-discover-again"), signal));
}

function offersOurRevision(answer: unknown): boolean {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : null;
  const supported = error !== null && isRecord(error.data) ? error.data.supported : null;
  return error?.code === UNSUPPORTED_VERSION && Array.isArray(supported) && supported.includes(modernRevision);
}

function readDiscover(answer: unknown): DiscoverResult {
  const result = isRecord(answer) ? answer.result : undefined;
  if (result === undefined) throw new McpFailure("version-unsupported");
  if (!isSpecType.DiscoverResult(result)) throw new McpFailure("not-mcp");
  return result;
}

function discoverRequest(id: string) {
  const envelope = {
    [PROTOCOL_VERSION_META_KEY]: modernRevision,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: {},
  };
  return {
    jsonrpc: "2.0",
    id,
    method: "server/discover",
    params: { _meta: envelope },
  } as const;
}

function newWire(options: HandshakeOptions, firstId: number): Wire {
  return new Wire(options.transport, {
    firstId,
    onToolsChanged: options.onToolsChanged,
    onClosed: options.onClosed,
  });
}

/** Declares no capability (LIF-13); answers no question of a server; leaves schemas to Loop's own check. */
function newClient(): Client {
  return new Client(clientInfo, {
    capabilities: {},
    inputRequired: { autoFulfill: false },
    jsonSchemaValidator: {
      getValidator: () => (input) => ({ valid: true, data: narrow(input), errorMessage: undefined }),
    },
  });
}

/** The library asks for the checked type; nothing is checked here on purpose. */
function narrow<T>(input: unknown): T {
  return input as T;
}

type Settled<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
  return promise.then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, error }),
  );
}

/** The first era that works; when none does, what the older one said. */
async function firstSuccess(
  legacy: Promise<Settled<Connected>>,
  modern: Promise<Settled<Connected>>,
): Promise<Connected> {
  const first = await Promise.race([legacy, modern]);
  if (first.ok) return first.value;
  const outcomes = await Promise.all([legacy, modern]);
  for (const outcome of outcomes) if (outcome.ok) return outcome.value;
  const [older] = outcomes;
  throw older.ok ? new McpFailure("server-failed") : toHandshakeFailure(older.error);
}

/** The library says in a plain error that it does not know the server's revision. */
function toHandshakeFailure(error: unknown): McpFailure {
  const isPlain = error instanceof Error && error.constructor === Error && error.cause === undefined;
  if (isPlain && !("code" in error) && error.message !== "Not connected") return new McpFailure("version-unsupported");
  return toFailure(error);
}
