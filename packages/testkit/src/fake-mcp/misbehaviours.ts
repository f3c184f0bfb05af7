import type { FakeBehaviour } from "./behaviour.js";
import { everyBlock } from "./content.js";
import type { Fault, FaultPoint, HttpAction } from "./faults.js";
import { duplicateNameTools, malformedTools, oneBadSchemaTools, prototypeNameTools } from "./tool-sets.js";

const faulty = (...faults: Fault[]): FakeBehaviour => ({ faults });

/** Longer than any deadline of ours; nothing waits for it. */
const tooLongMs = 600_000;

/** What a server of either transport can do to its host, by name. */
export const sharedMisbehaviours = {
  silent: faulty({ on: "*", do: "silence" }),
  "initialize-never-answered": faulty({ on: "initialize", do: "silence" }),
  "list-never-answered": faulty({ on: "tools/list", do: "silence" }),
  "call-never-answered": faulty({ on: "tools/call", do: "silence" }),
  "slow-initialize": faulty({ on: "initialize", do: "delay", ms: tooLongMs }),
  "slow-list": faulty({ on: "tools/list", do: "delay", ms: tooLongMs }),
  "exits-between-initialize-and-list": faulty({ on: "tools/list", do: "exit" }),
  "dies-before-accepting-a-call": faulty({ on: "tools/call", do: "exit" }),
  "dies-after-accepting-a-call": faulty({ on: "tools/call", do: "exit-after" }),
  "storm-before-ready": faulty({ on: "tools/list", do: "storm", count: 5_000 }),
  "storm-during-a-call": faulty({ on: "tools/call", do: "storm", count: 5_000 }),
  "four-changes-at-start": faulty({ on: "notifications/initialized", do: "storm", count: 4 }),
  "cursor-repeats": { pages: { size: 2, cursor: "repeat", freshTools: true } },
  "cursor-repeats-with-the-same-tools": { pages: { size: 2, cursor: "repeat" } },
  "cursor-goes-in-circles": { pages: { size: 2, cursor: "cycle", freshTools: true } },
  "cursor-is-always-new": { pages: { size: 2, cursor: "endless", freshTools: true } },
  "cursor-is-always-new-over-empty-pages": { pages: { size: 0, cursor: "endless" } },
  "cursor-is-always-empty": { pages: { size: 2, cursor: "empty", freshTools: true } },
  "one-tool-too-many": { tools: [{ many: 501 }] },
  "five-thousand-tools": { tools: [{ many: 5_000 }] },
  "many-pages": { tools: [{ many: 200 }], pages: { size: 5 } },
  "duplicate-responses": faulty({ on: "tools/call", do: "duplicate-response", times: 3 }),
  "unknown-response-id": faulty({ on: "tools/call", do: "stray-response", id: 987_654 }),
  "string-response-id": faulty({ on: "tools/call", do: "wrong-id" }),
  "malformed-response": faulty({ on: "tools/list", do: "raw", text: '{"jsonrpc":"2.0","id":1,"result":{"tools":' }),
  "result-without-content": faulty({ on: "tools/call", do: "result", text: "{}" }),
  "result-is-a-number": faulty({ on: "tools/call", do: "result", text: "7" }),
  "list-without-tools": faulty({ on: "tools/list", do: "result", text: '{"nothing":true}' }),
  "list-fails": faulty({ on: "tools/list", do: "error", error: { code: -32603, message: "raw list failure" } }),
  "call-fails": faulty({
    on: "tools/call",
    do: "error",
    error: { code: -32000, message: "raw call failure", data: { secret: "raw data" } },
  }),
  "header-mismatch": faulty({ on: "tools/call", do: "error", error: { code: -32020, message: "headers disagree" } }),
  "prototype-names": { tools: prototypeNameTools() },
  "one-bad-schema": { tools: oneBadSchemaTools() },
  "malformed-tools": { tools: malformedTools() },
  "duplicate-names": { tools: duplicateNameTools() },
  "no-tools-capability": { toolsCapability: false },
  "asks-the-client": faulty({ on: "tools/call", do: "ask", questions: ["sampling", "elicitation", "roots"] }),
  "odd-revision": { protocolVersion: "1999-01-01" },
  "answers-after-cancel": { answersCancelled: true },
  "instructions-of-many-lines": { instructions: `\n  First line\u0007 \u202Eand more.\n${"x".repeat(100_000)}` },
  "every-block": { tools: [{ name: "blocks", inputSchema: { type: "object" }, result: { content: everyBlock } }] },
} as const satisfies Record<string, FakeBehaviour>;

export const stdioMisbehaviours = {
  "stdout-noise": { process: { banner: ["Server 1.0 ready", '{"level":"info"}', "[1,2]", "", "null"] } },
  "stdout-noise-during-a-call": faulty({ on: "tools/call", do: "stdout-noise", lines: ["a log line", '{"a":1}'] }),
  "stderr-flood-at-start": { process: { stderrBytes: 50_000_000 } },
  "stderr-flood-during-a-call": faulty({ on: "tools/call", do: "stderr", bytes: 50_000_000 }),
  "never-reads": { process: { readsStdin: false } },
  "stops-reading": faulty({ on: "tools/call", do: "stop-reading" }),
  "exits-at-start": { process: { exitAtStart: 3 } },
  "starts-slowly": { process: { startDelayMs: tooLongMs, ignoresEnd: true } },
  "torn-line": faulty({ on: "tools/call", do: "torn-line" }),
  "split-bytes": { process: { splitBytes: true } },
  "ignores-end": { process: { ignoresEnd: true } },
  "ignores-end-and-terminate": { process: { ignoresEnd: true, ignoresTerminate: true } },
  grandchild: { process: { grandchildren: [{ ignoresTerminate: true }] } },
  "grandchild-holding-stdout": { process: { grandchildren: [{ ignoresTerminate: true, holdsStdout: true }] } },
  "grandchild-in-its-own-session": { process: { grandchildren: [{ setsid: true, ignoresTerminate: true }] } },
  "grandchild-in-its-own-session-holding-stdout": {
    process: { grandchildren: [{ setsid: true, ignoresTerminate: true, holdsStdout: true }] },
  },
} as const satisfies Record<string, FakeBehaviour>;

export const httpMisbehaviours = {
  "initialized-never-answered": faulty({ on: "notifications/initialized", do: "silence" }),
  "one-byte-at-a-time": faulty({ on: "tools/list", do: "trickle", everyMs: 100 }),
  "one-byte-at-a-time-from-the-headers": faulty({ on: "tools/list", do: "trickle", everyMs: 100, head: true }),
  "body-never-comes": faulty({ on: "tools/call", do: "stall" }),
  "endless-event": faulty({ on: "tools/call", do: "endless-event", chunkBytes: 65_536 }),
  "endless-event-at-initialize": faulty({ on: "initialize", do: "endless-event", chunkBytes: 65_536 }),
  "gzip-bomb": faulty({ on: "tools/list", do: "gzip-bomb", bytes: 1_000_000_000 }),
  "split-bytes": faulty({ on: "tools/call", do: "split-bytes" }),
  "stream-ends-early": faulty({ on: "tools/call", do: "early-end" }),
  "stream-ends-early-with-an-event-id": faulty({ on: "tools/call", do: "early-end", eventId: "1", retryMs: 1 }),
  "cut-before-the-call": faulty({ on: "tools/call", do: "drop" }),
  "cut-after-the-call": faulty({ on: "tools/call", do: "drop", when: "executed" }),
  "cut-in-the-answer": faulty({ on: "tools/call", do: "drop", when: "headers-sent" }),
  "no-notification-stream": { http: { stream: "refuse" } },
  "notification-stream-closes": { http: { stream: "close", retryMs: 1 } },
  "notification-stream-silent": faulty({ on: "GET", do: "silence" }),
  "listen-hears-nothing": { era: "modern", listens: false },
  "wants-oauth": faulty(...statusFaults(["initialize", "server/discover"], oauthChallenge())),
} as const satisfies Record<string, FakeBehaviour>;

/** The same status for several messages. */
export function statusFaults(points: readonly FaultPoint[], action: HttpAction): Fault[] {
  return points.map((on) => ({ on, ...action }));
}

/** 401 as a server answers that wants an OAuth token. */
export function oauthChallenge(): HttpAction {
  const metadata = "https://server.example/.well-known/oauth-protected-resource";
  const headers = { "www-authenticate": `Bearer realm="fake", resource_metadata="${metadata}"` };
  return { do: "status", status: 401, headers, body: '{"error":"invalid_token"}' };
}
