import { openStores } from "@loop/stores";
import { manualClock } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { AccountIdentity } from "./account-identity.js";
import { newToken, SIGN_IN_MS, tokenHash } from "./session-token.js";

const day = 24 * 3_600_000;

async function world() {
  const clock = manualClock();
  const stores = await openStores({ file: ":memory:", clock });
  onTestFinished(() => stores.close());
  const { accounts } = stores;
  await accounts.setUp({ id: "ada", name: "Ada", nameKey: "ada", passwordHash: "hash" });
  await accounts.create({ id: "bob", name: "Bob", nameKey: "bob", passwordHash: "hash", role: "member" });
  const reports: string[] = [];
  const report = (line: string): void => void reports.push(line);
  const identity = new AccountIdentity({ accounts, clock, cookie: { name: "loop_1", secure: false }, report });
  const signIn = async (accountId: string, id = `of-${accountId}`): Promise<string> => {
    const token = newToken();
    const place = { device: "", lifetimeMs: SIGN_IN_MS, replaces: null };
    await accounts.signIns.start({ id, accountId, expectedHash: "hash", tokenHash: tokenHash(token), ...place });
    return token;
  };
  const who = async (cookie: string | null) => (await identity.identify({ cookie })).visitor?.accountId ?? null;
  return { clock, accounts, identity, reports, signIn, who };
}

test("a visitor is known by the cookie, with the role of this moment", async () => {
  const { identity, accounts, signIn } = await world();
  const cookie = `other=1; loop_1=${await signIn("bob")}; loop_12=x`;
  const member = { accountId: "bob", role: "member", signInId: "of-bob" };
  expect(await identity.identify({ cookie })).toEqual({ credential: "cookie", visitor: member });
  await accounts.change({ id: "bob", by: "ada" }, { role: "administrator" });
  expect(await identity.identify({ cookie })).toMatchObject({ visitor: { ...member, role: "administrator" } });
});

test("no cookie, a strange one and one of another name are nobody's", async () => {
  const { who, signIn } = await world();
  const token = await signIn("bob");
  const odd = [
    null,
    "",
    "loop_1",
    "loop_1=",
    "loop_1=x",
    `loop_1=${token}x`,
    `loop_1=${newToken()}`,
    `loop_2=${token}`,
  ];
  for (const cookie of [...odd, `loop_1="${token}"`, `loop_1=${tokenHash(token)}`])
    expect(await who(cookie)).toBeNull();
});

test("a cookie that another program left does not hide the right one", async () => {
  const { who, signIn } = await world();
  const token = await signIn("bob");
  expect(await who(`loop_1=${newToken()}; loop_1=junk; loop_1=${token}`)).toBe("bob");
});

test("a suspended, a deleted and a signed-out account are nobody from the next request on", async () => {
  const { who, accounts, signIn } = await world();
  const suspended = `loop_1=${await signIn("bob", "one")}`;
  await accounts.change({ id: "bob", by: "ada" }, { status: "suspended" });
  expect(await who(suspended)).toBeNull();
  await accounts.change({ id: "bob", by: "ada" }, { status: "active" });
  expect(await who(suspended)).toBeNull();
  const ended = `loop_1=${await signIn("bob", "two")}`;
  const deleted = `loop_1=${await signIn("bob", "three")}`;
  await accounts.signIns.end("bob", "two");
  expect([await who(ended), await who(deleted)]).toEqual([null, "bob"]);
  await accounts.remove({ id: "bob", by: "ada" });
  expect(await who(deleted)).toBeNull();
});

test("a sign-in lasts thirty days from its last use", async () => {
  const { who, clock, signIn } = await world();
  const cookie = `loop_1=${await signIn("bob")}`;
  for (let use = 0; use < 4; use += 1) {
    await clock.advance(29 * day);
    expect(await who(cookie)).toBe("bob");
  }
  await clock.advance(30 * day);
  expect(await who(cookie)).toBeNull();
});

test("its use is written down every few minutes at most", async () => {
  const { who, clock, accounts, signIn } = await world();
  const cookie = `loop_1=${await signIn("bob")}`;
  const lastUsed = async () => (await accounts.signIns.list("bob"))[0]?.lastUsedAt;
  const begun = clock.isoNow();
  await clock.advance(4 * 60_000);
  await who(cookie);
  expect(await lastUsed()).toBe(begun);
  await clock.advance(60_000);
  await who(cookie);
  expect(await lastUsed()).toBe(clock.isoNow());
});

test("a disk that cannot be written keeps nobody out", async () => {
  const { clock, accounts, signIn } = await world();
  const cookie = `loop_1=${await signIn("bob")}`;
  const reports: string[] = [];
  const full = { ...accounts.signIns, touch: () => Promise.reject(new Error("database or disk is full")) };
  const identity = new AccountIdentity({
    accounts: { signIns: full },
    clock,
    cookie: { name: "loop_1", secure: false },
    report: (line) => void reports.push(line),
  });
  await clock.advance(day);
  expect(await identity.identify({ cookie })).toMatchObject({ credential: "cookie" });
  expect(reports).toEqual(["The use of a sign-in could not be noted."]);
});
