import type { ApprovalRequest } from "@loop/contract";
import type { AnswerOutcome, ApprovalStore, StoredAnswer } from "@loop/core/host";
import type { ExpressionBuilder } from "kysely";
import { readJson } from "../json-column.js";
import type { Database, DatabaseTransaction, Tables } from "../schema.js";
import { nowMs, type StoreClock } from "../store-clock.js";
import { transact } from "../transaction.js";

export function createApprovalStore(db: Database, clock: StoreClock): ApprovalStore {
  return {
    async pending(accountId) {
      const rows = await db
        .selectFrom("approval")
        .select("request")
        .where("account_id", "=", accountId)
        .where(isOpen(clock))
        .orderBy("expires_at_ms", (order) => order.asc().nullsFirst())
        .orderBy("id")
        .execute();
      return rows.map((row) => readJson<ApprovalRequest>(row.request));
    },
    answer: (accountId, id, answer) => transact(db, (trx) => settle(trx, { accountId, id, answer, clock })),
    async read(id) {
      const row = await db
        .selectFrom("approval")
        .select(["state", "decision", "note", "stop_script"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined) return null;
      if (row.state === "pending" || row.decision === null) return "pending";
      return {
        decision: row.decision,
        ...(row.note === null ? {} : { note: row.note }),
        ...(row.stop_script === 1 ? { stopScript: true } : {}),
      };
    },
  };
}

/** Unanswered, in time, and with somebody still waiting for the answer. */
function isOpen(clock: StoreClock) {
  return (eb: ExpressionBuilder<Tables, "approval">) =>
    eb.and([
      eb("state", "=", "pending"),
      eb.or([eb("expires_at_ms", "is", null), eb("expires_at_ms", ">", nowMs(clock))]),
      eb.exists(
        eb
          .selectFrom("turn")
          .select("turn.id")
          .whereRef("turn.id", "=", "approval.turn_id")
          .where("turn.status", "=", "running")
          .where("turn.lease_until_ms", ">", nowMs(clock)),
      ),
    ]);
}

interface Answering {
  readonly accountId: string;
  readonly id: string;
  readonly answer: StoredAnswer;
  readonly clock: StoreClock;
}

/** One conditional update: of any number of answers at once, exactly one changes the row (ASK-03). */
async function settle(trx: DatabaseTransaction, { accountId, id, answer, clock }: Answering): Promise<AnswerOutcome> {
  const settled = await trx
    .updateTable("approval")
    .set({
      state: "answered",
      decision: answer.decision,
      note: answer.note ?? null,
      stop_script: answer.stopScript === true ? 1 : 0,
    })
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .where(isOpen(clock))
    .$if(answer.decision === "allowed-session", (update) => update.where("allow_session", "=", 1))
    .returning("request")
    .executeTakeFirst();
  if (settled !== undefined) {
    return { kind: "settled-now", request: readJson<ApprovalRequest>(settled.request) };
  }
  return whyRefused(trx, { accountId, id, clock });
}

async function whyRefused(
  trx: DatabaseTransaction,
  { accountId, id, clock }: Omit<Answering, "answer">,
): Promise<AnswerOutcome> {
  const question = () =>
    trx.selectFrom("approval").select("id").where("id", "=", id).where("account_id", "=", accountId);
  if ((await question().executeTakeFirst()) === undefined) return { kind: "unknown" };
  const open = await question().where(isOpen(clock)).executeTakeFirst();
  return open === undefined ? { kind: "already-settled" } : { kind: "not-offered" };
}
