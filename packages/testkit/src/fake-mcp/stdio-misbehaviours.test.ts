import { afterEach, expect, test } from "vitest";
import { childrenOf, isAlive, processInfo, waitUntilGone } from "../processes.js";
import { waitUntil } from "../wait-until.js";
import type { FakeBehaviour } from "./behaviour.js";
import { sharedMisbehaviours, stdioMisbehaviours } from "./misbehaviours.js";
import { type RawStdio, startRawStdio } from "./raw-stdio.js";
import { type FakeStdio, type FakeStdioOptions, fakeStdioCommand } from "./stdio-command.js";

const open: { fake: FakeStdio; raw: RawStdio }[] = [];

afterEach(async () => {
  for (const { fake, raw } of open.splice(0)) {
    raw.kill();
    fake.killAll();
    await waitUntilGone([raw.pid, ...fake.journal.pids()]);
  }
});

function start(behaviour: FakeBehaviour, options: FakeStdioOptions = {}) {
  const fake = fakeStdioCommand(behaviour, options);
  const raw = startRawStdio(fake);
  open.push({ fake, raw });
  return { fake, raw };
}

const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-11-25" } };
const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
const call = (name: string, args: unknown = {}, id: string | number = 3) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});
const echo = call("echo", { text: "hi" });

async function ready(behaviour: FakeBehaviour, options: FakeStdioOptions = {}) {
  const started = start(behaviour, options);
  started.raw.send(initialize);
  await started.raw.answer(1);
  started.raw.send(initialized);
  return started;
}

const changes = (raw: RawStdio) => raw.lines.filter((line) => line.includes("list_changed")).length;

test("a silent server reads everything and answers nothing", async () => {
  const { fake, raw } = start(sharedMisbehaviours.silent);
  raw.send(initialize);
  raw.send(list);
  await waitUntil(() => fake.journal.received().length === 2);
  expect(raw.lines).toEqual([]);
});

test("a server that dies before accepting a call has not run it, one that dies after has", async () => {
  const before = await ready(sharedMisbehaviours["dies-before-accepting-a-call"]);
  before.raw.send(call("counter", { key: "a" }));
  await waitUntil(() => before.raw.exitCode !== null);
  expect(before.fake.journal.executions("counter")).toBe(0);
  const after = await ready(sharedMisbehaviours["dies-after-accepting-a-call"]);
  after.raw.send(call("counter", { key: "a" }));
  await waitUntil(() => after.raw.exitCode !== null);
  expect(after.fake.journal.executions("counter")).toBe(1);
});

test("a server exits between initialize and list", async () => {
  const { raw } = await ready(sharedMisbehaviours["exits-between-initialize-and-list"]);
  raw.send(list);
  await waitUntil(() => raw.exitCode === 1);
});

test("four changes of the list are announced at once at the start", async () => {
  const { raw } = await ready(sharedMisbehaviours["four-changes-at-start"]);
  await waitUntil(() => changes(raw) === 4);
});

test("five thousand notifications go ahead of the list", async () => {
  const { raw } = await ready(sharedMisbehaviours["storm-before-ready"]);
  raw.send(list);
  await raw.answer(2);
  expect(changes(raw)).toBe(5_000);
});

test("answers come twice, under a foreign id and under an id of the wrong type", async () => {
  const twice = await ready(sharedMisbehaviours["duplicate-responses"]);
  twice.raw.send(echo);
  await waitUntil(() => twice.raw.lines.filter((line) => line.includes('"id":3')).length === 3);
  const stray = await ready(sharedMisbehaviours["unknown-response-id"]);
  stray.raw.send(echo);
  expect(await stray.raw.answer(987_654)).toMatchObject({ result: { content: [{ text: "stray" }] } });
  expect(await stray.raw.answer(3)).toMatchObject({ result: { content: [{ text: "hi" }] } });
  const typed = await ready(sharedMisbehaviours["string-response-id"]);
  typed.raw.send(echo);
  await typed.raw.answer("3");
});

test("noise on stdout stands before and between the answers", async () => {
  const { raw } = await ready(stdioMisbehaviours["stdout-noise"]);
  expect(raw.lines.slice(0, 5)).toEqual([...stdioMisbehaviours["stdout-noise"].process.banner]);
});

test("a flood on stderr blocks the server until somebody reads it", async () => {
  const { raw } = await ready(stdioMisbehaviours["stderr-flood-during-a-call"]);
  raw.send(echo);
  await raw.answer(3, 15_000);
  await waitUntil(() => raw.stderrBytes === 50_000_000);
});

test("a server that never reads stays alive and silent", async () => {
  const { fake, raw } = start(stdioMisbehaviours["never-reads"]);
  await waitUntil(() => fake.journal.pids().length === 1);
  raw.send(initialize);
  await fake.send({ do: "notify" });
  expect([raw.lines, raw.exitCode, fake.journal.received()]).toEqual([[], null, []]);
});

test("a server that stops reading still answers the call it had", async () => {
  const { fake, raw } = await ready(stdioMisbehaviours["stops-reading"]);
  raw.send(echo);
  await raw.answer(3);
  raw.send({ ...echo, id: 4 });
  await fake.send({ do: "notify" });
  expect(fake.journal.received("tools/call")).toHaveLength(1);
});

test("a server ignores the end of its input and the request to terminate", async () => {
  const { fake, raw } = await ready(stdioMisbehaviours["ignores-end-and-terminate"]);
  raw.end();
  await waitUntil(() => fake.journal.entries().some((entry) => entry.kind === "stdin-end"));
  raw.kill("SIGTERM");
  await waitUntil(() => fake.journal.entries().some((entry) => entry.kind === "signal"));
  expect(isAlive(raw.pid)).toBe(true);
});

test("a plain server ends with its input", async () => {
  const { raw } = await ready({});
  raw.end();
  await waitUntil(() => raw.exitCode === 0);
});

test.each([
  { name: "grandchild", leavesGroup: false },
  { name: "grandchild-in-its-own-session-holding-stdout", leavesGroup: true },
] as const)("a $name outlives the server", async ({ name, leavesGroup }) => {
  const { fake, raw } = await ready(stdioMisbehaviours[name]);
  const [pid = -1] = fake.journal.grandchildPids();
  const serverGroup = processInfo(raw.pid)?.group;
  await waitUntil(() => isAlive(pid));
  expect(processInfo(pid)?.group === serverGroup).toBe(!leavesGroup);
  raw.kill();
  await waitUntilGone([raw.pid]);
  expect(isAlive(pid)).toBe(true);
  fake.killAll();
  await waitUntilGone([pid]);
});

test("a wrapped server is the child of a shell", async () => {
  const { fake, raw } = await ready({}, { wrapped: true });
  const [server = -1] = fake.journal.pids();
  expect(childrenOf(raw.pid).map((info) => info.pid)).toEqual([server]);
});

test("a torn line is the last thing a server says", async () => {
  const { raw } = await ready(stdioMisbehaviours["torn-line"]);
  raw.send(echo);
  await waitUntil(() => raw.exitCode === 1);
});

test("large, deep and split results arrive whole", async () => {
  const { raw } = await ready({});
  raw.send(call("bytes", { count: 20_000_000 }, 10));
  raw.send(call("deep", { depth: 100_000 }, 11));
  await waitUntil(() => raw.lines.length === 3, { withinMs: 15_000 });
  expect(raw.lines[1]?.length).toBeGreaterThan(20_000_000);
  expect(raw.lines[2]).toContain('{"inner":{"inner":');
  const split = await ready(stdioMisbehaviours["split-bytes"]);
  split.raw.send(call("unicode", {}, 12));
  expect(JSON.stringify(await split.raw.answer(12))).toContain("👩‍👩‍👧‍👦");
});

test("questions to the client are sent and its answers journaled", async () => {
  const { fake, raw } = await ready({ tools: ["ask"] });
  raw.send(call("ask", { question: "roots" }));
  await waitUntil(() => raw.lines.some((line) => line.includes("roots/list")));
  raw.send({ jsonrpc: "2.0", id: "fake-1", error: { code: -32601, message: "Method not found" } });
  expect(JSON.stringify(await raw.answer(3))).toContain("-32601");
  expect(fake.journal.entries().filter((entry) => entry.kind === "answered")).toHaveLength(1);
});

test("arguments and environment reach the server as they were given", async () => {
  const args = ["a b", '"quoted"', "$HOME", "*", "ünï", ""];
  const { raw } = await ready({}, { args });
  raw.send(call("env"));
  const answer = await raw.answer(3);
  const found = JSON.parse(JSON.parse(JSON.stringify(answer)).result.content[0].text);
  expect([found.argv, found.cwd, found.pid]).toEqual([args, process.cwd(), raw.pid]);
});

test("a changed behaviour holds for the running server and for the next one", async () => {
  const { fake, raw } = await ready(sharedMisbehaviours["list-never-answered"]);
  await fake.send({ do: "set", patch: { faults: [] } });
  raw.send(list);
  await raw.answer(2);
  fake.setBehaviour({ tools: ["add"], faults: [] });
  const next = startRawStdio(fake);
  open.push({ fake, raw: next });
  next.send(initialize);
  next.send(list);
  expect(JSON.stringify(await next.answer(2))).not.toContain("echo");
});
