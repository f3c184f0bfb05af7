import type { Account } from "@loop/contract";
import type { NewAccount, Stores } from "@loop/core/host";
import { expect, test } from "vitest";
import { countTo, type OpenReplicas, openWorld, type World } from "./replicas.js";

export function newAccount(name: string): NewAccount {
  return { id: `id-${name}`, name, nameKey: name.toLowerCase(), passwordHash: `hash-${name}` };
}

/** An instance that is set up: `Ada` is its only administrator. */
export async function openInstance(open: OpenReplicas): Promise<World> {
  const world = await openWorld(open);
  await world.first.accounts.setUp(newAccount("Ada"));
  return world;
}

export async function addAccount(
  stores: Stores,
  name: string,
  role: Account["role"] = "member",
): Promise<{ readonly id: string; readonly by: string }> {
  const made = await stores.accounts.create({ ...newAccount(name), role });
  if (made.kind !== "done") throw new Error("the name is free");
  return { id: made.account.id, by: "id-Ada" };
}

export function testAccounts(open: OpenReplicas): void {
  testSetUp(open);
  testNames(open);
  testChanges(open);
  testLastAdministrator(open);
  testInvites(open);
}

function testSetUp(open: OpenReplicas): void {
  test("the set-up makes one administrator, and there is no second one ever", async () => {
    const { first, second, clock } = await openWorld(open);
    expect(await first.accounts.isSetUp()).toBe(false);
    const account = { id: "id-Ada", name: "Ada", role: "administrator", status: "active", createdAt: clock.isoNow() };
    expect(await first.accounts.setUp(newAccount("Ada"))).toEqual({ kind: "done", account });
    expect(await second.accounts.isSetUp()).toBe(true);
    expect(await second.accounts.setUp(newAccount("Bob"))).toEqual({ kind: "setup-done" });
    expect(await second.accounts.list()).toEqual([account]);
  });

  test("of fifty set-ups at once one is done", async () => {
    const { first, second } = await openWorld(open);
    const set = await Promise.all(
      countTo(50).map((number) => (number % 2 === 0 ? first : second).accounts.setUp(newAccount(`Ada${number}`))),
    );
    expect(set.filter((outcome) => outcome.kind === "done")).toHaveLength(1);
    expect(await first.accounts.list()).toHaveLength(1);
  });
}

function testNames(open: OpenReplicas): void {
  test("an account is found by its id and by the key of its name, with its hash", async () => {
    const { first, second } = await openInstance(open);
    await addAccount(first, "Bob");
    const found = await second.accounts.find("id-Bob");
    expect(found).toMatchObject({ account: { id: "id-Bob", name: "Bob", role: "member" }, passwordHash: "hash-Bob" });
    expect(await second.accounts.findByName("bob")).toEqual(found);
    expect(await second.accounts.find("id-Eve")).toBeNull();
    expect(await second.accounts.findByName("Bob")).toBeNull();
    expect((await second.accounts.list()).map((account) => account.name)).toEqual(["Ada", "Bob"]);
    expect(JSON.stringify(await second.accounts.list())).not.toContain("hash");
  });

  test("a name is given once, also to two that ask at once, and a refused account leaves nothing", async () => {
    const { first, second } = await openInstance(open);
    const made = await Promise.all(
      countTo(8).map((number) =>
        (number % 2 === 0 ? first : second).accounts.create({
          ...newAccount("Bob"),
          id: `id-${number}`,
          role: "member",
        }),
      ),
    );
    expect(made.filter((outcome) => outcome.kind === "done")).toHaveLength(1);
    expect(made.filter((outcome) => outcome.kind === "name-taken")).toHaveLength(7);
    expect(await first.accounts.list()).toHaveLength(2);
    const refused = countTo(8).find((number) => made[number - 1]?.kind === "name-taken");
    // The id is free again: nothing of the refused account was kept.
    const again = { ...newAccount("Eve"), id: `id-${refused}`, role: "member" } as const;
    expect(await first.accounts.create(again)).toMatchObject({ kind: "done" });
  });
}

function testChanges(open: OpenReplicas): void {
  test("an administrator changes role, status and password of another account", async () => {
    const { first, second } = await openInstance(open);
    const bob = await addAccount(first, "Bob");
    const changed = await first.accounts.change(bob, { role: "administrator", passwordHash: "new" });
    expect(changed).toMatchObject({
      kind: "done",
      account: { role: "administrator", status: "active" },
      before: { role: "member", status: "active" },
    });
    expect(await second.accounts.find(bob.id)).toMatchObject({ passwordHash: "new" });
    expect(await first.accounts.change(bob, { status: "suspended" })).toMatchObject({
      account: { role: "administrator", status: "suspended" },
    });
    expect(await second.accounts.find(bob.id)).toMatchObject({ account: { status: "suspended" }, passwordHash: "new" });
    expect(await first.accounts.change({ ...bob, id: "id-Eve" }, { role: "member" })).toEqual({
      kind: "account-unknown",
    });
  });

  test("who is no administrator any more changes and removes nobody", async () => {
    const { first } = await openInstance(open);
    const bob = await addAccount(first, "Bob", "administrator");
    const eve = await addAccount(first, "Eve");
    const refused = { kind: "administrator-only" };
    await first.accounts.change(bob, { status: "suspended" });
    for (const by of ["id-Bob", "id-Eve", "nobody"]) {
      expect(await first.accounts.change({ id: eve.id, by }, { role: "administrator" })).toEqual(refused);
      expect(await first.accounts.remove({ id: "id-Ada", by })).toEqual(refused);
    }
    expect((await first.accounts.find(eve.id))?.account.role).toBe("member");
  });
}

function testLastAdministrator(open: OpenReplicas): void {
  test("the last administrator who can sign in is neither demoted, suspended nor removed", async () => {
    const { first } = await openInstance(open);
    const ada = { id: "id-Ada", by: "id-Ada" };
    const bob = await addAccount(first, "Bob", "administrator");
    await first.accounts.change(bob, { status: "suspended" });
    const refused = { kind: "last-administrator" };
    expect(await first.accounts.change(ada, { role: "member" })).toEqual(refused);
    expect(await first.accounts.change(ada, { status: "suspended" })).toEqual(refused);
    expect(await first.accounts.remove(ada)).toEqual(refused);
    await first.accounts.change(bob, { status: "active" });
    expect(await first.accounts.remove(ada)).toEqual({ kind: "done" });
    expect((await first.accounts.list()).map((account) => account.id)).toEqual(["id-Bob"]);
  });

  test.each(["demote", "suspend", "remove"] as const)("two administrators who %s each other leave one", async (way) => {
    const { first, second } = await openInstance(open);
    await addAccount(first, "Bob", "administrator");
    const act = (stores: Stores, target: { id: string; by: string }) => {
      if (way === "remove") return stores.accounts.remove(target);
      return stores.accounts.change(target, way === "demote" ? { role: "member" } : { status: "suspended" });
    };
    const outcomes = await Promise.all([
      act(first, { id: "id-Bob", by: "id-Ada" }),
      act(second, { id: "id-Ada", by: "id-Bob" }),
      act(first, { id: "id-Ada", by: "id-Ada" }),
      act(second, { id: "id-Bob", by: "id-Bob" }),
    ]);
    expect(outcomes.filter((outcome) => outcome.kind === "done")).toHaveLength(1);
    const left = (await first.accounts.list()).filter(
      (account) => account.role === "administrator" && account.status === "active",
    );
    expect(left).toHaveLength(1);
  });
}

const day = 86_400_000;

function testInvites(open: OpenReplicas): void {
  test("an invite makes one account with its role, also when many use it at once", async () => {
    const { first, second, clock } = await openInstance(open);
    const invite = { id: "one", codeHash: "code", role: "administrator", lifetimeMs: day } as const;
    const made = await first.accounts.invites.create(invite);
    const expiresAt = new Date(Date.parse(clock.isoNow()) + day).toISOString();
    expect(made).toEqual({ id: "one", role: "administrator", createdAt: clock.isoNow(), expiresAt });
    expect(await second.accounts.invites.list()).toEqual([made]);
    expect(await second.accounts.invites.isValid("code")).toBe(true);
    const used = await Promise.all(
      countTo(20).map((number) =>
        (number % 2 === 0 ? first : second).accounts.createInvited(newAccount(`Bob${number}`), "code"),
      ),
    );
    const winners = used.flatMap((outcome) => (outcome.kind === "done" ? [outcome.account] : []));
    expect(winners.map((account) => account.role)).toEqual(["administrator"]);
    expect(used.filter((outcome) => outcome.kind === "invite-invalid")).toHaveLength(19);
    expect(await first.accounts.list()).toHaveLength(2);
    expect(await first.accounts.invites.list()).toEqual([]);
    expect(await first.accounts.invites.isValid("code")).toBe(false);
  });

  test("a taken name does not use the invite up", async () => {
    const { first } = await openInstance(open);
    await first.accounts.invites.create({ id: "one", codeHash: "code", role: "member", lifetimeMs: day });
    const taken = { ...newAccount("Ada"), id: "other" };
    expect(await first.accounts.createInvited(taken, "code")).toEqual({ kind: "name-taken" });
    expect(await first.accounts.createInvited(newAccount("Bob"), "code")).toMatchObject({ kind: "done" });
  });

  test("a revoked, an expired and an unknown invite make no account", async () => {
    const { first, second, clock } = await openInstance(open);
    const { invites } = first.accounts;
    await invites.create({ id: "revoked", codeHash: "a", role: "member", lifetimeMs: 2 * day });
    await invites.create({ id: "expired", codeHash: "b", role: "member", lifetimeMs: day });
    expect(await invites.revoke("revoked")).toBe(true);
    expect(await invites.revoke("revoked")).toBe(false);
    await clock.advance(day);
    expect(await invites.list()).toEqual([]);
    for (const code of ["a", "b", "c", ""]) {
      expect(await second.accounts.createInvited(newAccount("Bob"), code)).toEqual({ kind: "invite-invalid" });
    }
    expect(await second.accounts.list()).toHaveLength(1);
  });
}
