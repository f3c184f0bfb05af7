import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { fillSqlite } from "../test-support/filled-instance.js";
import { usePostgres } from "../test-support/postgres-databases.js";
import { openStores } from "./open-stores.js";
import { migrateDatabase, openTransfer, type TransferOutcome } from "./open-transfer.js";

const databases = usePostgres();

type Place = Parameters<typeof openTransfer>[0];

async function open(place: Place) {
  const transfer = await openTransfer(place);
  onTestFinished(() => transfer.close());
  return transfer;
}

async function exported(
  place: Place,
): Promise<{ readonly lines: readonly string[]; readonly outcome: TransferOutcome }> {
  const lines: string[] = [];
  const transfer = await openTransfer(place);
  const outcome = await transfer.exportTo(async (line) => void lines.push(line));
  await transfer.close();
  return { lines, outcome };
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

async function imported(place: Place, lines: readonly string[]): Promise<TransferOutcome> {
  const transfer = await openTransfer(place);
  try {
    return await transfer.importFrom(each(lines));
  } finally {
    await transfer.close();
  }
}

const newFile = () => ({ file: join(makeTempDir(), "loop.db") });

async function filledFile() {
  const place = newFile();
  await fillSqlite(place.file);
  return place;
}

test("an instance moves from SQLite to PostgreSQL and back without a change, and every table takes part", async () => {
  const source = await filledFile();
  const out = await exported(source);
  if (out.outcome.kind !== "done") throw new Error(out.outcome.problem);
  expect(Object.entries(out.outcome.counts).filter(([, count]) => count === 0)).toEqual([]);

  const url = await databases.fresh();
  expect(await imported({ url }, out.lines)).toEqual(out.outcome);
  const back = await exported({ url });
  expect(back).toEqual(out);
  const file = newFile();
  expect(await imported(file, back.lines)).toEqual(out.outcome);
  expect(await exported(file)).toEqual(out);
});

test("what was moved works on: numbers go on, a cut-off turn is ended, a conversation is free", async () => {
  const { lines } = await exported(await filledFile());
  const url = await databases.fresh();
  await imported({ url }, lines);
  const stores = await openStores({ url });
  onTestFinished(() => stores.close());
  const events = await stores.events.after({ accountId: "bob", seq: 0, limit: 10_000 });
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
  expect(events.at(-1)).toMatchObject({ type: "turn-end", turnId: "t12", reason: "interrupted" });
  expect(await stores.events.lastSeq("bob")).toBe(events.length);
  expect(await stores.approvals.pending("bob")).toEqual([]);
  const turn = {
    turnId: "next",
    conversationId: "c12",
    accountId: "bob",
    parentTurnId: null,
    owner: "now",
    leaseMs: 1_000,
  };
  expect(await stores.turns.begin({ ...turn, events: [], messages: [] })).not.toBeNull();
});

test("a database with rows, or one that others work on, is left as it is", async () => {
  const { lines } = await exported(await filledFile());
  const url = await databases.fresh();
  expect(await imported({ url }, lines)).toMatchObject({ kind: "done" });
  const before = (await exported({ url })).lines;
  expect(await imported({ url }, lines)).toEqual({ kind: "refused", problem: "not-empty" });
  expect((await exported({ url })).lines).toEqual(before);

  const busy = await databases.fresh();
  const transfer = await open({ url: busy });
  const replica = await openStores({ url: busy });
  await replica.settings.get("alice", "model");
  expect(await transfer.importFrom(each(lines))).toEqual({ kind: "refused", problem: "in-use" });
  expect(await transfer.exportTo(async () => undefined)).toEqual({ kind: "refused", problem: "in-use" });
  await replica.close();
});

test("a file that is cut short, changed, of another version or of something else leaves nothing behind", async () => {
  const { lines } = await exported(await filledFile());
  const url = await databases.fresh();
  const head = lines[0] ?? "";
  const rowAt = lines.findIndex((line) => line.startsWith('["memory"'));
  const broken: readonly (readonly [string, readonly string[]])[] = [
    ["cut-short", lines.slice(0, -1)],
    ["cut-short", [...lines.slice(0, 40), (lines[40] ?? "").slice(0, 10)]],
    ["not-the-same", lines.toSpliced(rowAt, 1)],
    ["not-the-same", lines.with(rowAt, (lines[rowAt] ?? "").replace("Likes tea.", "Likes rum."))],
    ["other-version", lines.with(0, head.replace("0001-", "0000-"))],
    ["no-export", ["{}", ...lines.slice(1)]],
    ["no-export", []],
    ["no-export", lines.with(5, '["secret_table",{"id":"x"}]')],
    ["no-export", lines.with(1, '["account",{"id":"x","no_such_column":1}]')],
    ["no-export", lines.with(1, '["account",{"id":{}}]')],
  ];
  for (const [problem, file] of broken) {
    expect(await imported({ url }, file)).toEqual({ kind: "refused", problem });
  }
  expect(await imported({ url }, lines)).toMatchObject({ kind: "done" });
});

test("several replicas that start at once make the tables once", async () => {
  const url = await databases.bare();
  const made = await Promise.all(Array.from({ length: 6 }, () => migrateDatabase({ url })));
  expect(made.filter((changes) => changes.length > 0)).toHaveLength(1);
  expect(await migrateDatabase({ url })).toEqual([]);
  expect(await migrateDatabase(newFile())).not.toEqual([]);
});
