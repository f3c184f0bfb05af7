import { afterEach, expect, test } from "vitest";
import { waitUntil } from "../wait-until.js";
import type { FakeBehaviour } from "./behaviour.js";
import { type FakeHttpServer, startFakeHttp } from "./http-server.js";
import { httpMisbehaviours, sharedMisbehaviours } from "./misbehaviours.js";

const servers: FakeHttpServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

interface Peer {
  readonly server: FakeHttpServer;
  post(message: unknown, signal?: AbortSignal): Promise<Response>;
  get(signal?: AbortSignal): Promise<Response>;
}

const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } };
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
const call = { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "counter", arguments: { key: "a" } } };

async function start(behaviour: FakeBehaviour): Promise<Peer> {
  const server = await startFakeHttp(behaviour);
  servers.push(server);
  let session: Record<string, string> = {};
  const post: Peer["post"] = async (message, signal) => {
    const headers = { "content-type": "application/json", ...session };
    const response = await fetch(server.url, {
      method: "POST",
      headers,
      body: JSON.stringify(message),
      redirect: "manual",
      ...(signal ? { signal } : {}),
    });
    const id = response.headers.get("mcp-session-id");
    if (id) session = { "mcp-session-id": id };
    return response;
  };
  return { server, post, get: (signal) => fetch(server.url, { headers: session, ...(signal ? { signal } : {}) }) };
}

async function ready(behaviour: FakeBehaviour): Promise<Peer> {
  const peer = await start(behaviour);
  await peer.post(initialize);
  await peer.post(initialized);
  return peer;
}

/** Gives up once the server has the message and `enough` holds. */
async function hangs(peer: Peer, message: unknown, enough: () => boolean): Promise<void> {
  const controller = new AbortController();
  const reading = peer.post(message, controller.signal).then((response) => response.text());
  const outcome = reading.then(
    () => "answered",
    () => "gave up",
  );
  await waitUntil(enough);
  controller.abort();
  expect(await outcome).toBe("gave up");
}

test("the initialized notification is taken and never answered", async () => {
  const peer = await start(httpMisbehaviours["initialized-never-answered"]);
  await peer.post(initialize);
  await hangs(peer, initialized, () => peer.server.journal.received("notifications/initialized").length === 1);
});

test.each(["one-byte-at-a-time", "one-byte-at-a-time-from-the-headers"] as const)("a list comes %s", async (name) => {
  const peer = await ready(httpMisbehaviours[name]);
  const start = performance.now();
  await hangs(peer, list, () => performance.now() - start > 300);
  await waitUntil(() => peer.server.journal.entries().some((entry) => entry.kind === "aborted"));
});

test("an endless event goes on until the client hangs up", async () => {
  const peer = await ready(httpMisbehaviours["endless-event"]);
  const response = await peer.post(call);
  const reader = response.body?.getReader();
  let bytes = 0;
  while (bytes < 5_000_000) bytes += (await reader?.read())?.value?.length ?? 0;
  await reader?.cancel();
  await waitUntil(() => peer.server.journal.entries().some((entry) => entry.kind === "aborted"));
});

test("a gzip bomb is small on the wire, large when read, and valid JSON", async () => {
  const bomb: FakeBehaviour = { faults: [{ on: "tools/list", do: "gzip-bomb", bytes: 30_000_000 }] };
  const peer = await ready(bomb);
  const text = await (await peer.post(list)).text();
  expect(text.length).toBeGreaterThan(30_000_000);
  expect(JSON.parse(text).result.tools).toHaveLength(8);
});

test("a billion bytes are not made before somebody reads them", async () => {
  const peer = await ready(httpMisbehaviours["gzip-bomb"]);
  const response = await peer.post(list);
  expect(response.headers.get("content-encoding")).toBe("gzip");
  await response.body?.cancel();
});

test("a stream ends without the response, with and without an event id", async () => {
  const plain = await ready(httpMisbehaviours["stream-ends-early"]);
  expect(await (await plain.post(call)).text()).toBe(": nothing follows\n\n");
  expect(plain.server.journal.executions("counter")).toBe(1);
  const primed = await ready(httpMisbehaviours["stream-ends-early-with-an-event-id"]);
  expect(await (await primed.post(call)).text()).toBe("retry: 1\nid: 1\ndata: \n\n");
});

test.each([
  { name: "cut-before-the-call", executions: 0 },
  { name: "cut-after-the-call", executions: 1 },
] as const)("a connection is $name", async ({ name, executions }) => {
  const peer = await ready(httpMisbehaviours[name]);
  await expect(peer.post(call)).rejects.toThrow();
  expect(peer.server.journal.executions("counter")).toBe(executions);
  expect(peer.server.journal.received("tools/call")).toHaveLength(1);
});

test("a connection is cut after the headers of the answer", async () => {
  const peer = await ready(httpMisbehaviours["cut-in-the-answer"]);
  const response = await peer.post(call);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

test("a server that dies in a call no longer listens", async () => {
  const peer = await ready(sharedMisbehaviours["dies-after-accepting-a-call"]);
  await expect(peer.post(call)).rejects.toThrow();
  await expect(fetch(peer.server.url)).rejects.toThrow();
  expect(peer.server.journal.executions("counter")).toBe(1);
});

test.each([401, 403, 404, 405, 500, 503])(
  "a status %i answers one method and leaves the others alone",
  async (status) => {
    const peer = await ready({ faults: [{ on: "tools/call", do: "status", status, after: 1 }] });
    expect([(await peer.post(call)).status, (await peer.post(call)).status, (await peer.post(list)).status]).toEqual([
      200,
      status,
      200,
    ]);
  },
);

test("an OAuth challenge names its metadata", async () => {
  const peer = await start(httpMisbehaviours["wants-oauth"]);
  const response = await peer.post(initialize);
  expect([response.status, response.headers.get("www-authenticate")]).toEqual([
    401,
    expect.stringContaining("resource_metadata="),
  ]);
});

test.each([301, 302, 303, 307, 308] as const)("a redirect %i names its target", async (status) => {
  const peer = await start({ faults: [{ on: "initialize", do: "redirect", status, to: "http://127.0.0.1:9/mcp" }] });
  const response = await peer.post(initialize);
  expect([response.status, response.headers.get("location")]).toEqual([status, "http://127.0.0.1:9/mcp"]);
});

test("a session is lost after some requests", async () => {
  const peer = await ready({ faults: [{ on: "tools/list", do: "status", status: 404, after: 2 }] });
  const statuses = [];
  for (let round = 0; round < 3; round += 1) statuses.push((await peer.post(list)).status);
  expect(statuses).toEqual([200, 200, 404]);
});

test("the notification stream is refused, closed at once, or held", async () => {
  const refused = await ready(httpMisbehaviours["no-notification-stream"]);
  expect((await refused.get()).status).toBe(405);
  const closing = await ready(httpMisbehaviours["notification-stream-closes"]);
  expect(await (await closing.get()).text()).toBe("retry: 1\n\n");
  const held = await ready({});
  const controller = new AbortController();
  const response = await held.get(controller.signal);
  expect(held.server.streamCount).toBe(1);
  controller.abort();
  await response.text().catch(() => "");
  await waitUntil(() => held.server.streamCount === 0);
});

test("a storm travels on the stream of the call", async () => {
  const peer = await ready(sharedMisbehaviours["storm-during-a-call"]);
  const text = await (await peer.post(call)).text();
  expect(text.split("list_changed")).toHaveLength(5_001);
  expect(text).toContain('"id":3');
});

test("a body of single bytes arrives as one", async () => {
  const peer = await ready({ ...httpMisbehaviours["split-bytes"], tools: ["unicode"] });
  const response = await peer.post({ ...call, params: { name: "unicode", arguments: {} } });
  expect(await response.text()).toContain("👩‍👩‍👧‍👦");
});

test("closing ends what hangs and leaves no connection", async () => {
  const peer = await ready(sharedMisbehaviours["call-never-answered"]);
  const hanging = peer.post(call).then(
    () => "answered",
    () => "cut",
  );
  await waitUntil(() => peer.server.journal.received("tools/call").length === 1);
  await peer.server.close();
  expect([await hanging, peer.server.connectionCount]).toEqual(["cut", 0]);
});
