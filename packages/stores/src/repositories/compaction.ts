import { readJson } from "../json-column.js";
import type { Database, DatabaseTransaction } from "../schema.js";
import { StoreError } from "../store-error.js";
import { transact } from "../transaction.js";
import { findRuns, mergeText, type Part, type Run } from "./text-runs.js";

interface TextBody {
  readonly text: string;
}

/**
 * Makes one row of each stretch of text of an ended turn. The row keeps the last number, and each delta's number and
 * end, so a replay from any cursor reads the same events; only their times become that of the first.
 */
export async function compactTurn(db: Database, turn: { accountId: string; turnId: string }): Promise<void> {
  const rows = await db
    .selectFrom("event")
    .select(["seq", "type"])
    .where("account_id", "=", turn.accountId)
    .where("turn_id", "=", turn.turnId)
    .orderBy("seq")
    .execute();
  for (const run of findRuns(rows)) {
    await transact(db, (trx) => mergeRun(trx, turn, run));
  }
}

/** Compaction only saves space: a failure leaves correct rows, and must not fail what went before. */
export async function compactQuietly(db: Database, turn: { accountId: string; turnId: string }): Promise<void> {
  try {
    await compactTurn(db, turn);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

async function mergeRun(
  trx: DatabaseTransaction,
  turn: { accountId: string; turnId: string },
  run: Run,
): Promise<void> {
  const rows = await trx
    .selectFrom("event")
    .select(["seq", "body", "parts"])
    .where("account_id", "=", turn.accountId)
    .where("turn_id", "=", turn.turnId)
    .where("seq", ">=", run.first)
    .where("seq", "<=", run.last)
    .orderBy("seq")
    .execute();
  const first = rows[0];
  if (first === undefined || rows.length < 2) return;
  const texts = rows.map((row) => ({
    seq: row.seq,
    text: readJson<TextBody>(row.body).text,
    parts: row.parts === null ? null : readJson<readonly Part[]>(row.parts),
  }));
  const { text, parts } = mergeText(texts);
  await trx
    .deleteFrom("event")
    .where("account_id", "=", turn.accountId)
    .where("turn_id", "=", turn.turnId)
    .where("seq", ">=", run.first)
    .where("seq", "<", run.last)
    .execute();
  await trx
    .updateTable("event")
    .set({ body: JSON.stringify({ ...readJson<TextBody>(first.body), text }), parts: JSON.stringify(parts) })
    .where("account_id", "=", turn.accountId)
    .where("seq", "=", run.last)
    .execute();
}
