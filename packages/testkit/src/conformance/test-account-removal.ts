import { LeaseLostError } from "@loop/core/host";
import { expect, test } from "vitest";
import { ask, type OpenReplicas, startTurn, textDelta, type World } from "./replicas.js";
import { addAccount, openInstance } from "./test-accounts.js";
import { signInOf } from "./test-sign-ins.js";

export function testAccountRemoval(open: OpenReplicas): void {
  test("removing an account takes everything of it along and nothing of another one [SEC-01]", async () => {
    const world = await openInstance(open);
    const bob = await addAccount(world.first, "Bob");
    const ofAda = await live(world, "Ada");
    await live(world, "Bob");
    const before = await everythingOf(world, "id-Ada");
    expect(await world.second.accounts.remove(bob)).toEqual({ kind: "done" });
    expect(await everythingOf(world, bob.id)).toEqual({
      account: null,
      signIns: [],
      conversations: [],
      messages: [],
      events: [],
      lastSeq: 0,
      questions: [],
      turn: null,
      model: null,
    });
    expect(await everythingOf(world, "id-Ada")).toEqual(before);
    expect(await world.first.turns.renew(ofAda, 1_000)).toBe(true);
    expect(await world.first.accounts.remove(bob)).toEqual({ kind: "account-unknown" });
  });

  test("an account removes itself, and what still runs for it writes nothing more", async () => {
    const world = await openInstance(open);
    const bob = await addAccount(world.first, "Bob");
    const lease = await live(world, "Bob");
    expect(await world.second.accounts.remove({ id: bob.id, by: bob.id })).toEqual({ kind: "done" });
    await expect(world.first.turns.append(lease, [textDelta(lease, "late")])).rejects.toThrow(LeaseLostError);
    expect(await world.first.turns.recordDispatch(lease, "call-late")).toBe(false);
    expect(await world.first.turns.renew(lease, 1_000)).toBe(false);
    expect(await world.first.events.after({ accountId: bob.id, seq: 0, limit: 10 })).toEqual([]);
  });
}

/** A sign-in, a running turn with an open question, and a setting. */
async function live({ first, ...world }: World, name: string) {
  const accountId = `id-${name}`;
  await first.accounts.signIns.start(signInOf(`of-${name}`, { accountId, expectedHash: `hash-${name}` }));
  const lease = await startTurn({ first, ...world }, { accountId, name });
  await ask(first, lease, `question-of-${name}`);
  await first.settings.set(accountId, "model", `${name}/model`);
  return lease;
}

async function everythingOf({ first }: World, accountId: string): Promise<unknown> {
  const conversations = await first.conversations.list(accountId);
  const name = accountId.slice("id-".length);
  return {
    account: await first.accounts.find(accountId),
    signIns: await first.accounts.signIns.list(accountId),
    conversations,
    messages: await first.conversations.messages(accountId, `conversation-${name}`),
    events: await first.events.after({ accountId, seq: 0, limit: 100 }),
    lastSeq: await first.events.lastSeq(accountId),
    questions: await first.approvals.pending(accountId),
    turn: await first.turns.find(accountId, `turn-${name}`),
    model: await first.settings.get(accountId, "model"),
  };
}
