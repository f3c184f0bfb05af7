import { get, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { readEvents } from "../../test-support/event-reader.js";
import { startTestServer, TEST_TOKEN, type TestServer } from "../../test-support/test-server.js";

const titles = (events: readonly { type: string }[]) =>
  events.flatMap((event) => ("conversation" in event ? [JSON.parse(JSON.stringify(event)).conversation?.title] : []));

async function create(server: TestServer, title: string): Promise<string> {
  return (await server.ask("createConversation", { body: { title } })).conversation.id;
}

test("a stream is not buffered, not compressed and not kept, and says how soon to come back", async () => {
  const server = await startTestServer();
  const answer = await server.events();
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
  });
  expect(answer.headers.has("content-encoding")).toBe(false);
  await answer.body?.cancel();
});

test("a reader without a cursor hears what happens from now on, two readers the same", async () => {
  const server = await startTestServer();
  await create(server, "before");
  const readers = [readEvents(await server.events()), readEvents(await server.events())];
  await create(server, "after");
  for (const reader of readers) {
    const events = await reader.until("the conversation is told", (all) => all.length > 0);
    expect(titles(events)).toEqual(["after"]);
  }
});

test("a reader that comes back hears what it missed, once and in order; Last-Event-ID beats the query", async () => {
  const server = await startTestServer();
  const { cursor } = await server.ask("listConversations");
  await create(server, "one");
  const first = readEvents(await server.events(`?after=${cursor}`));
  await first.until("the first is told", (all) => all.length === 1);
  await first.close();
  await create(server, "two");
  await create(server, "three");
  const second = readEvents(await server.events(`?after=${cursor}`, { "Last-Event-ID": first.lastId ?? "" }));
  await second.until("both are told", (all) => all.length === 2);
  await create(server, "four");
  const events = await second.until("the live one is told", (all) => all.length >= 3);
  expect(titles(events)).toEqual(["two", "three", "four"]);
});

test("a reader that saw nothing yet still has a cursor to come back with", async () => {
  const server = await startTestServer();
  await create(server, "before");
  const reader = readEvents(await server.events());
  const { cursor } = await server.ask("listConversations");
  await create(server, "after");
  await reader.until("the conversation is told", (all) => all.length === 1);
  expect(Number(reader.lastId)).toBe(Number(cursor) + 1);
});

test("an unknown or a future cursor begins with a reset and goes on from now", async () => {
  const server = await startTestServer();
  await create(server, "before");
  for (const cursor of ["999999", "nonsense"]) {
    const reader = readEvents(await server.events(`?after=${cursor}`));
    await create(server, `after ${cursor}`);
    await reader.until("the conversation is told", (all) => all.length === 1);
    expect(reader.sent.map((entry) => entry.event)).toEqual(["reset", "message"]);
    expect(titles(reader.events())).toEqual([`after ${cursor}`]);
  }
});

test("a long log is replayed whole, page by page", async () => {
  const server = await startTestServer();
  const id = await create(server, "0");
  for (let count = 1; count <= 450; count += 1) {
    await server.stores.conversations.update("personal", id, { title: String(count) });
  }
  const reader = readEvents(await server.events("?after=0"));
  const events = await reader.until("everything is told", (all) => all.length === 451);
  expect(titles(events)).toEqual(Array.from({ length: 451 }, (_, index) => String(index)));
});

test("one conversation's stream is its own; that of an unknown one is not found", async () => {
  const server = await startTestServer();
  const id = await create(server, "mine");
  await create(server, "other");
  const url = new URL(`/api/conversations/${id}/events?after=0`, server.url);
  const headers = { Authorization: `Bearer ${TEST_TOKEN}` };
  const reader = readEvents(await fetch(url, { headers }));
  await server.call("PATCH", `/api/conversations/${id}`, { title: "mine still" });
  const events = await reader.until("both are told", (all) => all.length === 2);
  expect(titles(events)).toEqual(["mine", "mine still"]);
  expect(await server.call("GET", "/api/conversations/none/events")).toMatchObject({ status: 404 });
});

test("a reader that stops reading holds up nobody, and is given what it missed once it reads on", async () => {
  const server = await startTestServer();
  const id = await create(server, "big");
  const slow = await new Promise<IncomingMessage>((resolve) => {
    const headers = { Authorization: `Bearer ${TEST_TOKEN}` };
    get(new URL("/api/events", server.url), { headers }, (answer) => resolve(answer.pause()));
  });
  const quick = readEvents(await server.events());
  const title = "x".repeat(200_000);
  for (let count = 0; count < 60; count += 1) {
    await server.stores.conversations.update("personal", id, { title: `${title}${count}` });
  }
  await quick.until("the quick reader heard everything", (all) => all.length === 60);
  const chunks: Buffer[] = [];
  slow.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    if (chunk.includes(`x59"`)) slow.destroy();
  });
  slow.resume();
  await new Promise((resolve) => slow.on("close", resolve));
  const heard = Buffer.concat(chunks).toString();
  expect(heard.split("data: ")).toHaveLength(61);
});

test("closing the server ends its streams", async () => {
  const server = await startTestServer();
  const reader = readEvents(await server.events());
  await server.close();
  await reader.until("the stream has ended", () => reader.isEnded);
});
