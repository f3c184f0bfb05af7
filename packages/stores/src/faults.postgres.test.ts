import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { makeTempDir, waitUntil } from "@loop/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { usePostgres } from "../test-support/postgres-databases.js";
import { type OpenStores, openStores } from "./open-stores.js";

const built = new URL("../dist/index.js", import.meta.url).href;
const databases = usePostgres();
const LEASE_MS = 1_500;

/**
 * A replica that runs one turn after another in its conversation: each asks, waits for the answer, records the call, sends
 * it (one line in COUNTER) and goes on. It says on its standard output how far it is, and beats three times a lease.
 */
const replica = `
  import { appendFileSync, writeSync } from "node:fs";
  import { openStores } from ${JSON.stringify(built)};
  const [url, name, counter] = process.argv.slice(1);
  const say = (line) => writeSync(1, line + "\\n");
  const stores = await openStores({ url });
  const at = new Date().toISOString();
  const conversationId = "c-" + name;
  await stores.conversations.create({ id: conversationId, accountId: "alice", title: "", permission: "read-only", workspace: null, createdAt: at });
  const tool = { serverId: "s", toolName: "pay", modelName: "s_pay", label: "Pay" };
  for (let n = 1; ; n++) {
    const turnId = name + "-" + n;
    const begun = await stores.turns.begin({ turnId, conversationId, accountId: "alice", parentTurnId: null, owner: name, leaseMs: ${LEASE_MS},
      events: [{ type: "turn-start", turnId, at, origin: { kind: "prompt", text: "" } }], messages: [] });
    const { lease } = begun;
    const beat = setInterval(() => stores.turns.renew(lease, ${LEASE_MS}).catch(() => false), ${LEASE_MS / 3});
    const append = (...events) => stores.turns.append(lease, events.map((event) => ({ turnId, at, ...event })));
    const request = { id: "q-" + turnId, conversationId, turnId, callId: turnId, tool, description: "", args: {}, allowSession: false, expiresAt: null };
    await append({ type: "call-start", callId: turnId, tool }, { type: "approval-request", callId: turnId, request });
    say("asked");
    while ((await stores.approvals.read(request.id)) === "pending") await new Promise((go) => setTimeout(go, 5));
    await append({ type: "approval-result", callId: turnId, requestId: request.id, result: { decision: "allowed" } });
    for (let k = 0; k < 5; k++) await append({ type: "text-delta", text: "word " });
    if (!(await stores.turns.recordDispatch(lease, turnId))) { say("refused"); process.exit(7); }
    appendFileSync(counter, turnId + "\\n");
    say("sent");
    await append({ type: "call-end", callId: turnId, status: "ok" });
    await append({ type: "turn-end", reason: "done" });
    clearInterval(beat);
  }
`;

interface Replica {
  readonly child: ChildProcess;
  readonly lines: string[];
}

function startReplica(url: string, name: string, counter: string): Replica {
  const args = ["--input-type=module", "--eval", replica, url, name, counter];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  if (child.stdout === null) throw new Error("no output");
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  return { child, lines };
}

async function open(url: string): Promise<OpenStores> {
  const stores = await openStores({ url });
  onTestFinished(() => stores.close());
  return stores;
}

const sentIn = (counter: string): readonly string[] => readFileSync(counter, "utf8").split("\n").filter(Boolean);

function newCounter(): string {
  const counter = join(makeTempDir(), "counter");
  writeFileSync(counter, "");
  return counter;
}

/** Says yes to every card, again and again, until the returned function is called. */
function pressYes(stores: OpenStores): () => Promise<void> {
  let isOver = false;
  const pressing = (async () => {
    while (!isOver) {
      const cards = await stores.approvals.pending("alice").catch(() => []);
      for (const { id } of cards) await stores.approvals.answer("alice", id, { decision: "allowed" }).catch(() => null);
      await new Promise<void>((resolve) => setTimeout(resolve, 5));
    }
  })();
  return async () => {
    isOver = true;
    await pressing;
  };
}

/** Reaps as another replica does, until the turn is over; within how many milliseconds it was. */
async function reapUntilOver(stores: OpenStores, turnId: string): Promise<number> {
  const since = performance.now();
  const isOver = async () => {
    await stores.turns.reap({ owner: "another", all: false });
    return (await stores.turns.find("alice", turnId))?.running === false;
  };
  await waitUntil(isOver, { withinMs: 15_000, everyMs: 100, what: "the turn is over" });
  return performance.now() - since;
}

const everyEvent = (stores: OpenStores) => stores.events.after({ accountId: "alice", seq: 0, limit: 100_000 });

/** The log of everything is whole: numbers without a gap, every call ended once, and what was sent says so. */
async function expectWhole(stores: OpenStores, counter: string): Promise<void> {
  const events = await everyEvent(stores);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  const sent = sentIn(counter);
  expect(new Set(sent).size).toBe(sent.length);
  for (const callId of sent) {
    const ends = events.filter((event) => event.type === "call-end" && event.callId === callId);
    expect(ends).toHaveLength(1);
    const [end] = ends;
    const isTold = end?.type === "call-end" && (end.status === "ok" || end.mayHaveTakenEffect === true);
    expect(isTold).toBe(true);
  }
}

describe("a replica that is killed", () => {
  test("with an open card: another one ends its turn, the card is closed, nothing is sent [ASK-05]", async () => {
    const url = await databases.fresh();
    const counter = newCounter();
    const stores = await open(url);
    const { child, lines } = startReplica(url, "killed", counter);
    await waitUntil(() => lines.includes("asked"), { withinMs: 30_000, what: "the card is open" });
    child.kill("SIGKILL");
    expect(await stores.turns.reap({ owner: "another", all: false })).toEqual([]);
    await reapUntilOver(stores, "killed-1");
    const answer = await stores.approvals.answer("alice", "q-killed-1", { decision: "allowed" });
    expect(answer).toEqual({ kind: "already-settled" });
    expect(await stores.approvals.pending("alice")).toEqual([]);
    expect((await everyEvent(stores)).slice(-3)).toMatchObject([
      { type: "approval-result", result: { decision: "denied", code: "turn-interrupted" } },
      { type: "call-end", status: "interrupted" },
      { type: "turn-end", reason: "interrupted" },
    ]);
    expect(sentIn(counter)).toEqual([]);
  });

  test("anywhere in its work, again and again: no call twice, the log is whole, and the next turn begins", async () => {
    const url = await databases.fresh();
    const counter = newCounter();
    const stores = await open(url);
    const stop = pressYes(stores);
    for (const round of [1, 2, 3, 4]) {
      const { child, lines } = startReplica(url, `r${round}`, counter);
      await waitUntil(() => lines.length >= 3 + 4 * round, { withinMs: 60_000, everyMs: round, what: "it has worked" });
      child.kill("SIGKILL");
      await once(child, "exit");
      const row = await stores.conversations.get("alice", `c-r${round}`);
      if (row?.runningTurnId) await reapUntilOver(stores, row.runningTurnId);
    }
    await stop();
    await expectWhole(stores, counter);
    expect(sentIn(counter).length).toBeGreaterThan(10);
    expect((await stores.conversations.list("alice")).map((row) => row.runningTurnId)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test("no longer than its lease, and wakes up: it sends nothing", async () => {
    const url = await databases.fresh();
    const counter = newCounter();
    const stores = await open(url);
    const { child, lines } = startReplica(url, "frozen", counter);
    await waitUntil(() => lines.includes("asked"), { withinMs: 30_000, what: "the card is open" });
    child.kill("SIGSTOP");
    await stores.approvals.answer("alice", "q-frozen-1", { decision: "allowed" });
    const before = sentIn(counter);
    const { runningTurnId } = (await stores.conversations.get("alice", "c-frozen")) ?? { runningTurnId: null };
    if (runningTurnId !== null) await reapUntilOver(stores, runningTurnId);
    child.kill("SIGCONT");
    await once(child, "exit");
    expect(sentIn(counter).filter((id) => id === runningTurnId && !before.includes(id))).toEqual([]);
    await expectWhole(stores, counter);
  });
});

describe("a PostgreSQL that is restarted in the middle of turns", () => {
  test("loses nothing it acknowledged, repeats no call, and the same stores work on", async () => {
    const url = await databases.fresh();
    const stores = await open(url);
    const acknowledged: number[] = [];
    const counter = newCounter();
    await stores.conversations.create({
      id: "c",
      accountId: "alice",
      title: "",
      permission: "read-only",
      workspace: null,
      createdAt: "2030-01-01T00:00:00.000Z",
    });
    const turn = {
      turnId: "t",
      conversationId: "c",
      accountId: "alice",
      parentTurnId: null,
      owner: "me",
      leaseMs: 60_000,
    };
    const begun = await stores.turns.begin({ ...turn, events: [], messages: [] });
    if (begun === null) throw new Error("the conversation is free");
    const delta = { type: "text-delta", turnId: "t", at: "2030-01-01T00:00:00.000Z", text: "x" } as const;
    const codes = new Set<unknown>();
    let isOver = false;
    const writing = [1, 2, 3, 4].map(async (writer) => {
      for (let n = 1; !isOver; n += 1) {
        try {
          const [event] = await stores.turns.append(begun.lease, [delta]);
          if (event !== undefined) acknowledged.push(event.seq);
          const callId = `${writer}-${n}`;
          if (await stores.turns.recordDispatch(begun.lease, callId)) appendFileSync(counter, `${callId}\n`);
        } catch (error) {
          codes.add(error instanceof Error && "code" in error ? error.code : error);
          await new Promise<void>((resolve) => setTimeout(resolve, 20));
        }
      }
    });
    for (const _round of [1, 2, 3]) {
      const goal = acknowledged.length + 40;
      await waitUntil(() => acknowledged.length > goal, { withinMs: 30_000, what: "work goes on" });
      await databases.server().crash();
      await expect(stores.events.lastSeq("alice")).rejects.toMatchObject({ code: "database-unreachable" });
      await databases.server().start();
    }
    isOver = true;
    await Promise.all(writing);
    expect([...codes]).toEqual(["database-unreachable"]);
    const numbers = (await everyEvent(stores)).map((event) => event.seq);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(acknowledged.filter((seq) => !numbers.includes(seq))).toEqual([]);
    for (const callId of sentIn(counter)) expect(await stores.turns.recordDispatch(begun.lease, callId)).toBe(false);
  });
});
