import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { makeTempDir } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { loadSqlite } from "./dialects/sqlite-module.js";
import { type OpenStores, openStores } from "./open-stores.js";

const built = new URL("../dist/index.js", import.meta.url).href;

/** Opens the stores in FILE and holds a turn of its own, named after NAME; `say` writes one line to the parent at once. */
const prelude = `
  import { writeSync } from "node:fs";
  import { openStores } from ${JSON.stringify(built)};
  const [file, name] = process.argv.slice(1);
  const say = (line) => writeSync(1, line + "\\n");
  const stores = await openStores({ file });
  const at = new Date().toISOString();
  const id = "conversation-" + name;
  const turnId = "turn-" + name;
  await stores.conversations.create(
    { id, accountId: "alice", title: "", permission: "workspace-write", workspace: null, createdAt: at });
  const { lease } = await stores.turns.begin(
    { turnId, conversationId: id, accountId: "alice", parentTurnId: null, owner: name, leaseMs: 600000, events: [], messages: [] });
  const append = (...events) => stores.turns.append(lease, events.map((event) => ({ turnId, at, ...event })));
`;

/** Tells of every row only after it was acknowledged. */
const writer = `${prelude}
  for (let n = 1; n <= 100000; n++) {
    const rows = await append({ type: "text-delta", text: name + " " + n }, { type: "notice", code: "x", params: { n } });
    say(rows.map((row) => row.seq).join(" "));
  }
`;

const asker = `${prelude}
  const tool = { builtin: "write_file" };
  const request = (callId) => ({ id: "q", conversationId: id, turnId, callId, tool, description: "", args: {}, allowSession: false, expiresAt: null });
  await append({ type: "call-start", callId: "sent", tool }, { type: "call-start", callId: "asked", tool });
  await stores.turns.recordDispatch(lease, "sent");
  await append({ type: "approval-request", callId: "asked", request: request("asked") });
  say("asked");
  setInterval(() => undefined, 1000);
`;

const finite = `${prelude}
  for (let n = 0; n < 60; n++) await append({ type: "text-delta", text: "x" }, { type: "notice", code: "x" });
  await stores.close();
`;

function start(program: string, file: string, name: string): ChildProcess {
  const args = ["--input-type=module", "--eval", program, file, name];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** The lines a child said before and until it was killed, which happens at the given line. */
async function killAtLine(child: ChildProcess, count: number): Promise<readonly string[]> {
  const lines: string[] = [];
  if (child.stdout === null) throw new Error("no output");
  for await (const line of createInterface({ input: child.stdout })) {
    if (lines.push(line) === count) child.kill("SIGKILL");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return lines;
}

async function reopen(file: string): Promise<OpenStores> {
  const stores = await openStores({ file });
  onTestFinished(() => stores.close());
  return stores;
}

async function numbersIn(stores: OpenStores): Promise<readonly number[]> {
  return (await stores.events.after({ accountId: "alice", seq: 0, limit: 100_000 })).map((event) => event.seq);
}

test("a server killed in the middle of writing loses no row it had acknowledged", async () => {
  const file = join(makeTempDir(), "loop.db");
  const acknowledged: number[] = [];
  for (const round of [1, 2, 3, 4]) {
    const lines = await killAtLine(start(writer, file, `round-${round}`), 15 * round);
    acknowledged.push(...lines.flatMap((line) => line.split(" ").map(Number)));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(2 * (15 + 30 + 45 + 60));

  const { DatabaseSync } = await loadSqlite();
  const raw = new DatabaseSync(file);
  expect(raw.prepare("pragma integrity_check").all()).toMatchObject([{ integrity_check: "ok" }]);
  raw.close();
  const stores = await reopen(file);
  const numbers = await numbersIn(stores);
  expect(acknowledged.filter((seq) => !numbers.includes(seq))).toEqual([]);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  expect(await stores.events.lastSeq("alice")).toBe(numbers.length);
});

test("a server killed with an open card: the card is refused, the turn interrupted, nothing is sent again [ASK-05]", async () => {
  const file = join(makeTempDir(), "loop.db");
  await killAtLine(start(asker, file, "killed"), 1);
  const stores = await reopen(file);
  expect(await stores.approvals.pending("alice")).toHaveLength(1);
  const events = await stores.turns.reap({ owner: "after", all: true });
  expect(events).toMatchObject([
    { type: "approval-result", requestId: "q", result: { decision: "denied", reason: "cancelled" } },
    { type: "call-end", callId: "sent", status: "interrupted", mayHaveTakenEffect: true },
    { type: "call-end", callId: "asked", status: "interrupted" },
    { type: "turn-end", reason: "interrupted" },
  ]);
  expect(events[2]).not.toHaveProperty("mayHaveTakenEffect");
  const answer = await stores.approvals.answer("alice", "q", { decision: "allowed" });
  expect(answer).toEqual({ kind: "already-settled" });
  expect(await stores.turns.reap({ owner: "after", all: true })).toEqual([]);
});

test("two processes write one database without a failure or a gap", async () => {
  const file = join(makeTempDir(), "loop.db");
  await (await openStores({ file })).close();
  const children = ["one", "two"].map((name) => start(finite, file, name));
  const exits = await Promise.all(children.map((child) => once(child, "exit")));
  expect(exits).toEqual([
    [0, null],
    [0, null],
  ]);
  const numbers = await numbersIn(await reopen(file));
  expect(numbers).toEqual(Array.from({ length: 2 * (1 + 60 * 2) }, (_, index) => index + 1));
});
