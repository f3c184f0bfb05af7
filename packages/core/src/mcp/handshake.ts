import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  type DiscoverResult,
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SdkError,
} from "@modelcontextprotocol/client";
import type { Clock } from "../kit/clock.js";
import { pause, withDeadline } from "../kit/deadline.js";
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
}

const clientInfo = { name: "loop", version: "0.1.0" };
const modernRevision = "2026-07-28";
/** Both clients of a handshake may have a request open on one process. */
const modernFirstId = 1_000_000_000;
/** Our own deadlines end every request; the library's must never be first. */
export const NO_LIBRARY_TIMEOUT_MS = 2_000_000_000;

/** Failures after which asking in another way cannot help. */
const finalCodes = new Set([
  "access-rejected",
  "address-not-found",
  "address-refused",
  "authentication-required",
  "certificate-invalid",
  "network-unreachable",
  "oauth-required",
  "redirect-refused",
]);

/** Rejects with a McpFailure, or with the reason of `signal`. Sends no third request after the two eras'. */
export async function shakeHands(options: HandshakeOptions, signal: AbortSignal): Promise<Connected> {
  return options.first === "legacy" ? initializeFirst(options, signal) : discoverFirst(options, signal);
}

async function initializeFirst(options: HandshakeOptions, signal: AbortSignal): Promise<Connected> {
  const wire = newWire(options, 0);
  const legacy = settled(connectLegacy(wire, signal));
  const quick = new AbortController();
  const patience = pause({ clock: options.clock, ms: options.probeMs, signal: quick.signal });
  const early = await Promise.race([legacy, patience.then(() => null)]);
  quick.abort();
  if (early?.ok) return early.value;
  if (early !== null && !isServerAnswer(early.error)) throw toHandshakeFailure(early.error);
  const modern = settled(connectModern(options, wire, signal));
  return firstSuccess(legacy, modern, () => void wire.close());
}

async function discoverFirst(options: HandshakeOptions, signal: AbortSignal): Promise<Connected> {
  const wire = newWire(options, 0);
  const limit = { clock: options.clock, ms: options.probeMs, signal };
  const modern = await settled(withDeadline(limit, (inner) => connectModern(options, wire, inner)));
  if (modern.ok) return modern.value;
  signal.throwIfAborted();
  const failure = toHandshakeFailure(modern.error);
  if (finalCodes.has(failure.code)) throw failure;
  const legacy = await settled(connectLegacy(newWire(options, 0), signal));
  if (legacy.ok) return legacy.value;
  throw toHandshakeFailure(legacy.error);
}

async function connectLegacy(wire: Wire, signal: AbortSignal): Promise<Connected> {
  const client = newClient();
  await client.connect(wire, { prior: { kind: "legacy" }, timeout: NO_LIBRARY_TIMEOUT_MS, signal });
  return { era: "legacy", client };
}

async function connectModern(options: HandshakeOptions, wire: Wire, signal: AbortSignal): Promise<Connected> {
  const answer = await wire.exchange(discoverRequest(), signal);
  if (answer === null) throw new McpFailure("connection-closed", { endsConnection: true });
  const discover = readDiscover(answer);
  const client = newClient();
  await client.connect(newWire(options, modernFirstId), { prior: { kind: "modern", discover } });
  return { era: "modern", client };
}

function readDiscover(answer: unknown): DiscoverResult {
  const result = isRecord(answer) ? answer.result : undefined;
  if (result === undefined) throw new McpFailure("version-unsupported");
  if (!isSpecType.DiscoverResult(result)) throw new McpFailure("not-mcp");
  return result;
}

function discoverRequest() {
  const envelope = {
    [PROTOCOL_VERSION_META_KEY]: modernRevision,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: {},
  };
  return {
    jsonrpc: "2.0",
    id: "loop-discover",
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
  onModern: () => void,
): Promise<Connected> {
  const first = await Promise.race([legacy, modern]);
  const winner = first.ok ? first : (await Promise.all([legacy, modern])).find((outcome) => outcome.ok);
  if (winner?.ok) {
    if (winner.value.era === "modern") onModern();
    return winner.value;
  }
  const outcome = await legacy;
  throw outcome.ok ? new McpFailure("server-failed") : toHandshakeFailure(outcome.error);
}

/** The library says in a plain error that it does not know the server's revision. */
function toHandshakeFailure(error: unknown): McpFailure {
  const isPlain = error instanceof Error && error.constructor === Error && error.cause === undefined;
  if (isPlain && !("code" in error) && error.message !== "Not connected") return new McpFailure("version-unsupported");
  if (error instanceof ProtocolError || error instanceof SdkError) return toFailure(error);
  return toFailure(error);
}
