import type { NewSignIn } from "@loop/core/host";
import { expect, test } from "vitest";
import { countTo, type OpenReplicas } from "./replicas.js";
import { addAccount, openInstance } from "./test-accounts.js";

const lifetimeMs = 1_000_000;

/** A sign-in of Ada's whose token's hash is its id. */
export function signInOf(id: string, more: Partial<NewSignIn> = {}): NewSignIn {
  return {
    id,
    accountId: "id-Ada",
    expectedHash: "hash-Ada",
    tokenHash: id,
    device: "Firefox on Linux",
    lifetimeMs,
    replaces: null,
    ...more,
  };
}

export function testSignIns(open: OpenReplicas): void {
  testLife(open);
  testEnds(open);
  testPasswords(open);
}

function testLife(open: OpenReplicas): void {
  test("a sign-in is found by its token's hash, with the role of this moment", async () => {
    const { first, second, clock } = await openInstance(open);
    const bob = await addAccount(first, "Bob");
    const mine = { accountId: bob.id, expectedHash: "hash-Bob" };
    expect(await first.accounts.signIns.start(signInOf("one", mine))).toBe(true);
    const known = { signInId: "one", accountId: bob.id, role: "member", lastUsedAt: clock.isoNow() };
    expect(await second.accounts.signIns.find("one")).toEqual(known);
    await second.accounts.change(bob, { role: "administrator" });
    expect(await first.accounts.signIns.find("one")).toEqual({ ...known, role: "administrator" });
    expect(await first.accounts.signIns.find("two")).toBeNull();
  });

  test("a sign-in that is used lasts on, one that is not ends", async () => {
    const { first, second, clock } = await openInstance(open);
    const { signIns } = first.accounts;
    await signIns.start(signInOf("used"));
    await signIns.start(signInOf("idle"));
    await clock.advance(lifetimeMs - 1);
    await signIns.touch("used", lifetimeMs);
    await clock.advance(1);
    expect(await second.accounts.signIns.find("idle")).toBeNull();
    expect((await second.accounts.signIns.list("id-Ada")).map((row) => row.id)).toEqual(["used"]);
    await clock.advance(lifetimeMs - 2);
    expect(await second.accounts.signIns.find("used")).not.toBeNull();
    await clock.advance(1);
    expect(await second.accounts.signIns.find("used")).toBeNull();
  });

  test("the list tells each browser of the account alone, the one used last first", async () => {
    const { first, second, clock } = await openInstance(open);
    const bob = await addAccount(first, "Bob");
    const { signIns } = first.accounts;
    const createdAt = clock.isoNow();
    await signIns.start(signInOf("one"));
    await signIns.start(signInOf("two", { device: "Safari on iPhone" }));
    await signIns.start(signInOf("of-bob", { accountId: bob.id, expectedHash: "hash-Bob" }));
    await clock.advance(1_000);
    await signIns.touch("two", lifetimeMs);
    expect(await second.accounts.signIns.list("id-Ada")).toEqual([
      { id: "two", createdAt, lastUsedAt: clock.isoNow(), device: "Safari on iPhone" },
      { id: "one", createdAt, lastUsedAt: createdAt, device: "Firefox on Linux" },
    ]);
  });

  test("of very many sign-ins of one account the oldest end", async () => {
    const { first, clock } = await openInstance(open);
    for (const number of countTo(60)) {
      await first.accounts.signIns.start(signInOf(`browser-${number}`));
      await clock.advance(1);
    }
    const rows = await first.accounts.signIns.list("id-Ada");
    expect([rows.length, rows[0]?.id, rows.at(-1)?.id]).toEqual([50, "browser-60", "browser-11"]);
  });
}

function testEnds(open: OpenReplicas): void {
  test("an ended sign-in is gone, and nobody ends one of another account [SEC-01]", async () => {
    const { first, second } = await openInstance(open);
    const bob = await addAccount(first, "Bob");
    await first.accounts.signIns.start(signInOf("one"));
    expect(await second.accounts.signIns.end(bob.id, "one")).toBe(false);
    expect(await second.accounts.signIns.find("one")).not.toBeNull();
    expect(await second.accounts.signIns.end("id-Ada", "one")).toBe(true);
    expect(await first.accounts.signIns.find("one")).toBeNull();
    expect(await first.accounts.signIns.end("id-Ada", "one")).toBe(false);
  });

  test("signing in again in the same browser ends what it was signed in with", async () => {
    const { first, second } = await openInstance(open);
    const bob = await addAccount(first, "Bob");
    const ofBob = { accountId: bob.id, expectedHash: "hash-Bob" };
    await first.accounts.signIns.start(signInOf("one", ofBob));
    await first.accounts.signIns.start(signInOf("two", { replaces: "one" }));
    expect(await second.accounts.signIns.find("one")).toBeNull();
    expect(await second.accounts.signIns.find("two")).not.toBeNull();
  });

  test("suspending, a new password and removing end every sign-in at once and let no new one begin", async () => {
    const { first, second } = await openInstance(open);
    const bob = await addAccount(first, "Bob");
    const start = (id: string, expectedHash = "hash-Bob") =>
      first.accounts.signIns.start(signInOf(id, { accountId: bob.id, expectedHash }));
    await start("one");
    await second.accounts.change(bob, { status: "suspended" });
    expect(await first.accounts.signIns.find("one")).toBeNull();
    expect(await start("two")).toBe(false);
    await second.accounts.change(bob, { status: "active" });
    expect(await first.accounts.signIns.find("one")).toBeNull();
    expect(await start("two")).toBe(true);
    await second.accounts.change(bob, { passwordHash: "new" });
    expect(await first.accounts.signIns.find("two")).toBeNull();
    expect(await start("three")).toBe(false);
    expect(await start("three", "new")).toBe(true);
    await second.accounts.remove(bob);
    expect(await first.accounts.signIns.find("three")).toBeNull();
    expect(await start("four", "new")).toBe(false);
  });
}

function testPasswords(open: OpenReplicas): void {
  const change = { accountId: "id-Ada", expectedHash: "hash-Ada", signInId: "one", tokenHash: "fresh" };

  test("a new password of one's own keeps this sign-in under a new token and ends the others", async () => {
    const { first, second } = await openInstance(open);
    await first.accounts.signIns.start(signInOf("one"));
    await first.accounts.signIns.start(signInOf("two"));
    expect(await first.accounts.changePassword({ ...change, passwordHash: "new" })).toBe(true);
    expect(await second.accounts.find("id-Ada")).toMatchObject({ passwordHash: "new" });
    expect(await second.accounts.signIns.find("one")).toBeNull();
    expect(await second.accounts.signIns.find("two")).toBeNull();
    expect(await second.accounts.signIns.find("fresh")).toMatchObject({ signInId: "one" });
  });

  test("of many new passwords at once one counts, and none from a sign-in that is over", async () => {
    const { first, second } = await openInstance(open);
    await first.accounts.signIns.start(signInOf("one"));
    const changed = await Promise.all(
      countTo(10).map((number) =>
        (number % 2 === 0 ? first : second).accounts.changePassword({
          ...change,
          passwordHash: `new-${number}`,
          tokenHash: `fresh-${number}`,
        }),
      ),
    );
    expect(changed.filter(Boolean)).toHaveLength(1);
    const winner = changed.indexOf(true) + 1;
    expect(await first.accounts.find("id-Ada")).toMatchObject({ passwordHash: `new-${winner}` });
    expect(await first.accounts.signIns.find(`fresh-${winner}`)).not.toBeNull();
    await first.accounts.signIns.end("id-Ada", "one");
    const late = { ...change, expectedHash: `new-${winner}`, passwordHash: "late" };
    expect(await first.accounts.changePassword(late)).toBe(false);
    expect(await first.accounts.find("id-Ada")).toMatchObject({ passwordHash: `new-${winner}` });
  });
}
