import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { ERROR_CODES, type StartErrorCode } from "@loop/contract";
import { descendantsOf, freePort, isAlive, makeTempDir, waitUntil } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { addServer, openConversation, startToolCaller, untilReady } from "../test-support/conversation.js";
import { type LoopProcess, startLoop } from "../test-support/loop-process.js";
import { clientOf } from "../test-support/test-server.js";

async function clientFor(loop: LoopProcess) {
  const link = await loop.ready();
  return clientOf(link.origin, link.searchParams.get("token") ?? "");
}

/** Exactly one line on stderr, the code's own, and exit code 1. */
async function expectFailure(loop: LoopProcess, code: StartErrorCode, subject: string): Promise<void> {
  expect(await loop.ended()).toBe(1);
  const { sentence, nextStep } = ERROR_CODES[code];
  expect(loop.stderr()).toBe(`${sentence.replace(/\.$/, "")} (${subject}). ${nextStep}\n`);
  expect(loop.stdout()).toBe("");
}

test("a start prints the link, keeps its files private, and stops in order on a signal", async () => {
  const dataDir = join(makeTempDir(), "loop");
  const port = await freePort();
  const loop = startLoop({ LOOP_DATA_DIR: dataDir, PORT: String(port) });
  const link = await loop.ready();
  const token = readFileSync(join(dataDir, "token"), "utf8").trim();
  expect(loop.stdout()).toBe(`Loop is ready: http://127.0.0.1:${port}/?token=${token}\n`);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  for (const name of ["token", "loop.db", "instance.db"])
    expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  expect((await fetch(link)).status).toBe(200);
  loop.child.kill("SIGTERM");
  expect(await loop.ended()).toBe(0);
  expect(loop.stderr()).toBe("");
});

test("a second server on the same data directory names the first one's address", async () => {
  const dataDir = makeTempDir("data");
  const first = startLoop({ LOOP_DATA_DIR: dataDir });
  const { origin } = await first.ready();
  await expectFailure(startLoop({ LOOP_DATA_DIR: dataDir }), "data-dir-in-use", `${origin}/`);
});

test("a taken port is said in one sentence", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  await expectFailure(startLoop({ LOOP_DATA_DIR: makeTempDir(), PORT: port }), "port-taken", `127.0.0.1:${port}`);
});

test("a data directory, a database and a workspace that cannot be used are each said in one sentence", async () => {
  const folder = makeTempDir();
  const file = join(folder, "file");
  writeFileSync(file, "not a folder");
  await expectFailure(startLoop({ LOOP_DATA_DIR: file }), "data-dir-unreadable", file);
  const broken = join(folder, "broken");
  mkdirSync(broken);
  writeFileSync(join(broken, "loop.db"), "this is no database ".repeat(100));
  await expectFailure(startLoop({ LOOP_DATA_DIR: broken }), "database-unusable", broken);
  expect(readFileSync(join(broken, "loop.db"), "utf8")).toContain("this is no database");
  const missing = join(folder, "missing");
  const loop = startLoop({ LOOP_DATA_DIR: join(folder, "good"), LOOP_WORKSPACE: missing });
  await expectFailure(loop, "workspace-unusable", missing);
});

test("a bad setting is said by its name, before anything is made", async () => {
  const dataDir = join(makeTempDir(), "loop");
  await expectFailure(startLoop({ LOOP_DATA_DIR: dataDir, PORT: "many" }), "setting-invalid", "PORT");
  await expectFailure(startLoop({ LOOP_DATA_DIR: dataDir, LOOP_MODE: "team" }), "setting-invalid", "LOOP_MODE");
  const origins = { LOOP_MODE: "shared", MCP_ALLOWED_ORIGINS: "http://hub.example/mcp" };
  await expectFailure(
    startLoop({ LOOP_DATA_DIR: dataDir, ...origins }),
    "allowed-origins-invalid",
    "entry 1 has a path",
  );
  const wide = startLoop({ LOOP_DATA_DIR: dataDir, HOST: "0.0.0.0" });
  await expectFailure(wide, "host-needs-public-url", "HOST is 0.0.0.0");
  expect(existsSync(dataDir)).toBe(false);
});

test("killed in the middle of a turn with an open card, the next start refuses the card and sends nothing [ASK-05]", async () => {
  const dataDir = makeTempDir("data");
  const model = await startToolCaller();
  const first = startLoop({ LOOP_DATA_DIR: dataDir, ...model.env });
  const before = await clientFor(first);
  const fake = await addServer(before, "fake", { tools: ["echo"] });
  await untilReady(before, "fake");
  const talk = await openConversation(before);
  const turnId = await talk.say("Go");
  const question = await talk.question();
  first.child.kill("SIGKILL");
  await first.ended();

  const after = await clientFor(startLoop({ LOOP_DATA_DIR: dataDir, ...model.env }));
  expect((await after.ask("listApprovals")).approvals).toEqual([]);
  const late = await after.call("POST", `/api/approvals/${question}`, { decision: "allowed" });
  expect(late).toMatchObject({ status: 409, body: { error: { code: "approval-settled" } } });
  const { conversation, timeline } = await after.ask("readConversation", { params: { id: talk.id } });
  expect(conversation.runningTurnId).toBeNull();
  expect(timeline).toMatchObject([
    { kind: "user", text: "Go" },
    { kind: "assistant" },
    { kind: "step", status: "interrupted", turnId },
    { kind: "notice", reason: "interrupted", code: "turn-interrupted" },
  ]);
  expect(timeline[2]).not.toHaveProperty("mayHaveTakenEffect");
  await untilReady(after, "fake");
  expect(fake.journal.executions("echo")).toBe(0);
  expect(model.requests).toHaveLength(1);
}, 60_000);

test("stopping ends a running turn as interrupted and leaves no process of a server behind [ASK-05, API-09]", async () => {
  const dataDir = makeTempDir("data");
  const model = await startToolCaller();
  const first = startLoop({ LOOP_DATA_DIR: dataDir, ...model.env });
  const before = await clientFor(first);
  await addServer(before, "fake", { tools: ["echo"] });
  await untilReady(before, "fake");
  const talk = await openConversation(before);
  await talk.say("Go");
  await talk.question();
  const children = descendantsOf(first.child.pid ?? 0).map((child) => child.pid);
  expect(children.length).toBeGreaterThan(0);
  first.child.kill("SIGINT");
  expect(await first.ended()).toBe(0);
  await waitUntil(() => !children.some(isAlive), { what: "the server's process is gone" });
  expect(talk.reader.events().at(-1)).toMatchObject({ type: "turn-end", reason: "interrupted" });

  const after = await clientFor(startLoop({ LOOP_DATA_DIR: dataDir, ...model.env }));
  const { timeline } = await after.ask("readConversation", { params: { id: talk.id } });
  expect(timeline.at(-1)).toMatchObject({ kind: "notice", reason: "interrupted" });
}, 60_000);

test("a second signal ends it at once, and one signal heard twice is still one", async () => {
  const loop = startLoop({ LOOP_DATA_DIR: makeTempDir() });
  const client = await clientFor(loop);
  await addServer(client, "stubborn", { process: { ignoresEnd: true, ignoresTerminate: true, lifeMs: 20_000 } });
  await untilReady(client, "stubborn");
  const children = descendantsOf(loop.child.pid ?? 0).map((child) => child.pid);
  onTestFinished(() => children.filter(isAlive).forEach((pid) => void process.kill(pid, "SIGKILL")));
  loop.child.kill("SIGINT");
  loop.child.kill("SIGTERM");
  const signalledAt = performance.now();
  await waitUntil(() => performance.now() - signalledAt > 700);
  expect(loop.child.exitCode).toBeNull();
  loop.child.kill("SIGINT");
  expect(await loop.ended()).toBe(130);
});
