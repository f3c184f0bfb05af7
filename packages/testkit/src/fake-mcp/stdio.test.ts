import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, expect, test } from "vitest";
import { waitUntil } from "../wait-until.js";
import { defaultTools, type FakeBehaviour } from "./behaviour.js";
import { type FakeStdio, fakeStdioCommand } from "./stdio-command.js";

const open: { client: Client; fake: FakeStdio }[] = [];

afterEach(async () => {
  for (const { client, fake } of open.splice(0)) {
    fake.killAll();
    await client.close();
  }
});

function prepare(behaviour: FakeBehaviour, options: ClientOptions = {}) {
  const fake = fakeStdioCommand(behaviour);
  const client = new Client({ name: "test", version: "1" }, options);
  open.push({ client, fake });
  const transport = new StdioClientTransport({ command: fake.command, args: fake.args, stderr: "pipe" });
  return { fake, client, connect: () => client.connect(transport, { timeout: 5_000 }) };
}

async function connected(behaviour: FakeBehaviour, options: ClientOptions = {}) {
  const prepared = prepare(behaviour, options);
  await prepared.connect();
  return prepared;
}

const textOf = (text: string) => [{ type: "text", text }];

test("the default server lists and runs its tools in the legacy era", async () => {
  const { client, fake } = await connected({ instructions: "Be kind." });
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual([...defaultTools]);
  expect((await client.callTool({ name: "echo", arguments: { text: "hi" } })).content).toEqual(textOf("hi"));
  expect((await client.callTool({ name: "add", arguments: { a: 2, b: 3 } })).content).toEqual(textOf("5"));
  expect(await client.callTool({ name: "fail", arguments: {} })).toMatchObject({ isError: true });
  expect(client.getInstructions()).toBe("Be kind.");
  expect(fake.journal.methods()).toEqual([
    "initialize",
    "notifications/initialized",
    "tools/list",
    "tools/call",
    "tools/call",
    "tools/call",
  ]);
});

test("a modern server is discovered, listened to and called", async () => {
  const { client, fake } = await connected(
    { era: "modern", catalogs: [["echo"], ["echo", "add"]] },
    { versionNegotiation: { mode: "auto" } },
  );
  expect(client.getProtocolEra()).toBe("modern");
  let changes = 0;
  client.setNotificationHandler("notifications/tools/list_changed", () => {
    changes += 1;
  });
  const subscription = await client.listen({ toolsListChanged: true });
  expect((await client.listTools()).tools).toHaveLength(1);
  await fake.send({ do: "bump" });
  await waitUntil(() => changes === 1);
  expect((await client.listTools()).tools).toHaveLength(2);
  expect((await client.callTool({ name: "echo", arguments: { text: "hi" } })).content).toEqual(textOf("hi"));
  await subscription.close();
});

test("the journal counts real runs of a tool by its arguments", async () => {
  const { client, fake } = await connected({});
  for (const key of ["a", "b", "a"]) await client.callTool({ name: "counter", arguments: { key } });
  expect(fake.journal.executions("counter")).toBe(3);
  expect(fake.journal.executions("counter", { key: "a" })).toBe(2);
  expect(fake.journal.pids()).toHaveLength(1);
});

test("a cancel notice is journaled and stops the slow tool", async () => {
  const { client, fake } = await connected({});
  const controller = new AbortController();
  const call = client.callTool({ name: "slow", arguments: { ms: 60_000 } }, { signal: controller.signal });
  await waitUntil(() => fake.journal.executions("slow") === 1);
  controller.abort();
  await expect(call).rejects.toThrow();
  await waitUntil(() => fake.journal.cancelled().length === 1);
});
