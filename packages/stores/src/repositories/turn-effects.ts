import type { ApprovalRequest, SessionEvent } from "@loop/contract";
import type { TurnLease } from "@loop/core/host";
import type { DatabaseTransaction } from "../schema.js";
import { decidedMs, type StoreClock } from "../store-clock.js";

export interface EffectScope {
  readonly lease: TurnLease;
  readonly clock: StoreClock;
}

type EventOf<Type extends SessionEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/** What the events of a turn change beside the log, in the transaction that logs them. */
export async function applyEffects(
  trx: DatabaseTransaction,
  scope: EffectScope,
  events: readonly SessionEvent[],
): Promise<void> {
  for (const event of events) await applyEffect(trx, scope, event);
}

async function applyEffect(trx: DatabaseTransaction, scope: EffectScope, event: SessionEvent): Promise<void> {
  const { lease } = scope;
  switch (event.type) {
    case "call-start":
      return startCall(trx, lease, event);
    case "call-end":
      return endCall(trx, lease, event);
    case "approval-request":
      return storeQuestion(trx, scope, event.request);
    case "approval-result":
      return settleQuestion(trx, lease, event);
    case "turn-end":
      return endTurn(trx, lease, event);
    case "turn-start":
    case "text-delta":
    case "reasoning-delta":
    case "notice":
      return;
    default:
      return unreachable(event);
  }
}

async function startCall(trx: DatabaseTransaction, lease: TurnLease, event: EventOf<"call-start">): Promise<void> {
  await trx
    .insertInto("call")
    .values({ turn_id: lease.turnId, call_id: event.callId, account_id: lease.accountId, dispatched: 0, ended: 0 })
    .onConflict((conflict) => conflict.columns(["turn_id", "call_id"]).doNothing())
    .execute();
}

async function endCall(trx: DatabaseTransaction, lease: TurnLease, event: EventOf<"call-end">): Promise<void> {
  await trx
    .updateTable("call")
    .set({ ended: 1 })
    .where("turn_id", "=", lease.turnId)
    .where("call_id", "=", event.callId)
    .execute();
}

async function storeQuestion(
  trx: DatabaseTransaction,
  { lease, clock }: EffectScope,
  request: ApprovalRequest,
): Promise<void> {
  await trx
    .insertInto("approval")
    .values({
      id: request.id,
      account_id: lease.accountId,
      conversation_id: lease.conversationId,
      turn_id: lease.turnId,
      call_id: request.callId,
      request: JSON.stringify(request),
      allow_session: request.allowSession ? 1 : 0,
      expires_at_ms: request.expiresAt === null ? null : decidedMs(clock, Date.parse(request.expiresAt)),
      state: "pending",
      decision: null,
      note: null,
      stop_script: 0,
    })
    .execute();
}

/** The result is what happened, so it wins over an answer that came too late to count. */
async function settleQuestion(
  trx: DatabaseTransaction,
  lease: TurnLease,
  event: EventOf<"approval-result">,
): Promise<void> {
  await trx
    .updateTable("approval")
    .set({ state: "settled", decision: event.result.decision })
    .where("id", "=", event.requestId)
    .where("turn_id", "=", lease.turnId)
    .execute();
}

/** No card outlives its turn, even where the runner forgot to settle it. */
async function endTurn(trx: DatabaseTransaction, lease: TurnLease, event: EventOf<"turn-end">): Promise<void> {
  await trx
    .updateTable("turn")
    .set({ status: event.reason, lease_until_ms: 0 })
    .where("id", "=", lease.turnId)
    .execute();
  await trx
    .updateTable("approval")
    .set({ state: "settled", decision: "denied" })
    .where("turn_id", "=", lease.turnId)
    .where("state", "!=", "settled")
    .execute();
  await trx.updateTable("conversation").set({ updated_at: event.at }).where("id", "=", lease.conversationId).execute();
}

function unreachable(value: never): never {
  throw new Error(`unknown event ${JSON.stringify(value)}`);
}
