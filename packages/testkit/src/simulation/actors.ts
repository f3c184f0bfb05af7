import type { ApprovalRequest, SessionEvent } from "@loop/contract";
import { LeaseLostError, type StoredAnswer, type Stores, type TurnLease } from "@loop/core/host";
import {
  type Actor,
  ANSWER_MS,
  GIVE_UP_MS,
  GRACE_MS,
  LEASE_MS,
  type RunnerState,
  type SimulatedWorld,
} from "./simulated-world.js";

type Unplaced<Event> = Event extends SessionEvent ? Omit<Event, "turnId" | "at"> : never;

const tool = { serverId: "s", toolName: "pay", modelName: "s_pay", label: "Pay" };

/** A conversation that is busy is tried again. */
const MOST_BEGINS = 8;
const DECISIONS = ["allowed", "denied", "allowed-session"] as const;

export interface RunnerPlace {
  readonly stores: Stores;
  readonly conversationId: string;
  readonly turnId: string;
  readonly owner: string;
  readonly calls: number;
}

/** A replica that runs one turn as the server does: asks, waits, records, sends, ends. */
export async function* runner(world: SimulatedWorld, place: RunnerPlace, state: RunnerState): Actor {
  try {
    let lease = await begin(world, place, state);
    for (let tries = 1; lease === null && tries < MOST_BEGINS; tries += 1) {
      yield;
      lease = await begin(world, place, state);
    }
    if (lease === null) return;
    yield;
    for (let number = 1; number <= place.calls; number += 1)
      yield* callOnce(world, place, state, `${place.turnId}-${number}`);
    await append(world, place, lease, [{ type: "turn-end", reason: "done" }]);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    state.isOver = true;
  }
}

async function begin(world: SimulatedWorld, place: RunnerPlace, state: RunnerState): Promise<TurnLease | null> {
  const { turnId, conversationId, owner } = place;
  const at = world.clock.isoNow();
  const begun = await place.stores.turns.begin({
    turnId,
    conversationId,
    accountId: world.accountId,
    parentTurnId: null,
    owner,
    leaseMs: LEASE_MS,
    events: [{ type: "turn-start", turnId, at, origin: { kind: "prompt", text: "" } }],
    messages: [],
  });
  state.lease = begun?.lease ?? null;
  state.heldAtMs = world.clock.nowMs;
  return state.lease;
}

async function* callOnce(world: SimulatedWorld, place: RunnerPlace, state: RunnerState, callId: string): Actor {
  const { lease } = state;
  if (lease === null) return;
  const request = questionOf(world, place, callId);
  await append(world, place, lease, [
    { type: "text-delta", text: "…" },
    { type: "call-start", callId, tool },
    { type: "approval-request", callId, request },
  ]);
  world.questions.push(request.id);
  yield;
  let answer = await look(world, place, request);
  while (answer === "pending") {
    yield;
    mind(world, state);
    answer = await look(world, place, request);
  }
  yield;
  mind(world, state);
  yield* actOn(world, { place, lease, callId, requestId: request.id }, answer);
}

/** What the store says, or that the time is over: only a look after the end, with the store's last word, decides so. */
async function look(
  world: SimulatedWorld,
  place: RunnerPlace,
  request: ApprovalRequest,
): Promise<StoredAnswer | "pending" | "timeout"> {
  const answer = await place.stores.approvals.read(request.id);
  if (answer === null) throw new LeaseLostError();
  const isOver = world.clock.nowMs >= Date.parse(request.expiresAt ?? "") + GRACE_MS;
  return answer === "pending" && isOver ? "timeout" : answer;
}

/** An owner that could not renew for too long stops by itself. */
function mind(world: SimulatedWorld, state: RunnerState): void {
  if (state.isOver || world.clock.nowMs - state.heldAtMs >= GIVE_UP_MS) throw new LeaseLostError();
}

interface Acting {
  readonly place: RunnerPlace;
  readonly lease: TurnLease;
  readonly callId: string;
  readonly requestId: string;
}

async function* actOn(world: SimulatedWorld, acting: Acting, answer: StoredAnswer | "timeout"): Actor {
  const { place, lease, callId, requestId } = acting;
  const decision = answer === "timeout" ? "denied" : answer.decision;
  const reason = answer === "timeout" ? "timeout" : "user";
  const result = decision === "denied" ? ({ decision, reason } as const) : ({ decision } as const);
  await append(world, place, lease, [{ type: "approval-result", callId, requestId, result }]);
  yield;
  if (decision === "denied") {
    await append(world, place, lease, [{ type: "call-end", callId, status: "denied" }]);
    return;
  }
  if (!(await place.stores.turns.recordDispatch(lease, callId))) throw new LeaseLostError();
  // A frozen process may send what it recorded long after; it may never send what it did not record.
  yield;
  world.record.sent.push(callId);
  yield;
  await append(world, place, lease, [{ type: "call-end", callId, status: "ok" }]);
  yield;
}

async function append(
  world: SimulatedWorld,
  place: RunnerPlace,
  lease: TurnLease,
  events: readonly Unplaced<SessionEvent>[],
): Promise<void> {
  const at = world.clock.isoNow();
  await place.stores.turns.append(
    lease,
    events.map((event) => ({ ...event, turnId: lease.turnId, at })),
  );
}

function questionOf(world: SimulatedWorld, place: RunnerPlace, callId: string): ApprovalRequest {
  const expiresAt = new Date(world.clock.nowMs + ANSWER_MS).toISOString();
  const base = { conversationId: place.conversationId, turnId: place.turnId, callId, tool, description: "", args: {} };
  return { ...base, id: `q-${callId}`, allowSession: true, expiresAt };
}

/** The heart of a runner; it stops when the runner does. */
export async function* heart(world: SimulatedWorld, place: RunnerPlace, state: RunnerState): Actor {
  while (!state.isOver) {
    const askedAtMs = world.clock.nowMs;
    if (state.lease !== null && !(await place.stores.turns.renew(state.lease, LEASE_MS))) state.isOver = true;
    else state.heldAtMs = askedAtMs;
    yield;
  }
}

/** A person with a tab on one of the replicas, who answers whatever stands open. */
export async function* person(world: SimulatedWorld, stores: Stores, presses: number): Actor {
  for (let press = 0; press < presses; press += 1) {
    const id = world.questions[world.random.below(Math.max(1, world.questions.length))];
    if (id !== undefined) await answer(world, stores, id);
    yield;
  }
}

async function answer(world: SimulatedWorld, stores: Stores, id: string): Promise<void> {
  const decision = world.random.pick(DECISIONS);
  const outcome = await stores.approvals.answer(world.accountId, id, { decision });
  if (outcome.kind !== "settled-now") return;
  world.record.taken.set(id, [...(world.record.taken.get(id) ?? []), { decision }]);
}

export async function* reaper(stores: Stores, owner: string, rounds: number): Actor {
  for (let round = 0; round < rounds; round += 1) {
    await stores.turns.reap({ owner, all: false });
    yield;
  }
}

export async function* reader(world: SimulatedWorld, stores: Stores, pages: number): Actor {
  for (let page = 0; page < pages; page += 1) {
    await readPage(world, stores, 1 + world.random.below(5));
    yield;
  }
}

export async function readPage(world: SimulatedWorld, stores: Stores, limit: number): Promise<number> {
  const seq = world.record.read.at(-1)?.seq ?? 0;
  const events = await stores.events.after({ accountId: world.accountId, seq, limit });
  world.record.read.push(...events);
  return events.length;
}
