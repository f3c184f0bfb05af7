import type { ApprovalRequest, ContentBlock, SessionEvent } from "@loop/contract";
import type { Bus, ConversationRow, NewTurn, Stores, TurnLease } from "@loop/core/host";
import { onTestFinished } from "vitest";
import { type ManualClock, manualClock } from "../clock.js";

/** Two ways to the same data, as two replicas have them; an embedded store gives the same one twice. */
export interface Replicas {
  readonly first: Stores;
  readonly second: Stores;
}

/** Opens empty stores that take their time from `clock`. The suite closes them. */
export type OpenReplicas = (clock: ManualClock) => Promise<Replicas>;

export interface Buses {
  readonly first: Bus;
  readonly second: Bus;
}

export type OpenBuses = () => Promise<Buses>;

export interface World extends Replicas {
  readonly clock: ManualClock;
}

export async function openWorld(open: OpenReplicas): Promise<World> {
  const clock = manualClock();
  const replicas = await open(clock);
  onTestFinished(async () => {
    await replicas.first.close();
    await replicas.second.close();
  });
  return { ...replicas, clock };
}

export const leaseMs = 9_000;

export function conversationOf(accountId: string, id: string): Parameters<Stores["conversations"]["create"]>[0] {
  return {
    id,
    accountId,
    title: `About ${id}`,
    permission: "workspace-write",
    workspace: null,
    createdAt: "2030-01-01T00:00:00.000Z",
  };
}

export async function createConversation(world: World, accountId: string, id: string): Promise<ConversationRow> {
  return world.first.conversations.create(conversationOf(accountId, id));
}

export function newTurn(
  conversation: { readonly accountId: string; readonly id: string },
  turnId: string,
  more: Partial<NewTurn> = {},
): NewTurn {
  return {
    turnId,
    conversationId: conversation.id,
    accountId: conversation.accountId,
    parentTurnId: null,
    owner: "first",
    leaseMs,
    events: [{ type: "turn-start", turnId, at: "2030-01-01T00:00:00.000Z", origin: { kind: "prompt", text: "Hello" } }],
    messages: [{ role: "user", content: [textBlock("Hello")] }],
    ...more,
  };
}

export function textBlock(text: string): ContentBlock {
  return { type: "text", text };
}

/** A conversation of `accountId` with a running turn, both named after `name`. */
export async function startTurn(
  world: World,
  options: { readonly accountId?: string; readonly name?: string; readonly owner?: string } = {},
): Promise<TurnLease> {
  const { accountId = "alice", name = "one", owner = "first" } = options;
  const conversation = await createConversation(world, accountId, `conversation-${name}`);
  const begun = await world.first.turns.begin(newTurn(conversation, `turn-${name}`, { owner }));
  if (begun === null) throw new Error("a fresh conversation has no running turn");
  return begun.lease;
}

type Unplaced<Event> = Event extends SessionEvent ? Omit<Event, "turnId" | "at"> : never;

/** An event of the lease's turn. */
export function eventOf(lease: TurnLease, event: Unplaced<SessionEvent>): SessionEvent {
  return { ...event, turnId: lease.turnId, at: "2030-01-01T00:00:01.000Z" };
}

export function textDelta(lease: TurnLease, text: string): SessionEvent {
  return eventOf(lease, { type: "text-delta", text });
}

export function callStart(lease: TurnLease, callId: string): SessionEvent {
  return eventOf(lease, { type: "call-start", callId, tool: { builtin: "read_file" }, args: { path: "a.txt" } });
}

export function turnEnd(lease: TurnLease): SessionEvent {
  return eventOf(lease, { type: "turn-end", reason: "done" });
}

export function questionOf(lease: TurnLease, id: string, more: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    id,
    conversationId: lease.conversationId,
    turnId: lease.turnId,
    callId: `call-${id}`,
    tool: { serverId: "calendar", toolName: "add event", modelName: "calendar_add_event", label: "Add event" },
    description: "Adds an event.",
    args: { title: "Dentist 🦷", at: [1, null, "x"], deep: { "": false } },
    allowSession: true,
    expiresAt: null,
    ...more,
  };
}

/** Starts the question's call and asks. */
export async function ask(
  stores: Stores,
  lease: TurnLease,
  id: string,
  more: Partial<ApprovalRequest> = {},
): Promise<ApprovalRequest> {
  const request = questionOf(lease, id, more);
  const { callId } = request;
  await stores.turns.append(lease, [
    callStart(lease, callId),
    eventOf(lease, { type: "approval-request", callId, request }),
  ]);
  return request;
}

export function countTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
