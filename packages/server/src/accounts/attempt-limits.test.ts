import { waitUntil } from "@loop/testkit";
import { expect, test } from "vitest";
import { AttemptLimits, type Taken } from "./attempt-limits.js";

const limit = (attempts: number, seconds = 600) => ({ attempts, seconds });
const table = { "sign-in": { perAddress: limit(6), perName: limit(3) } };

function counting(limits: AttemptLimits) {
  return (address: string, name: string): Promise<Taken> => limits.take("sign-in", { address, name });
}

test("one name from one address is tried a few times, and then refused with the time to wait", async () => {
  const take = counting(new AttemptLimits(table));
  for (const _ of [1, 2, 3]) expect(await take("192.0.2.1", "ada")).toMatchObject({ ok: true });
  const refused = await take("192.0.2.1", "ada");
  expect(refused).toEqual({ ok: false, code: "too-many-attempts", retryAfterSeconds: 600 });
});

test("a name that is refused to one address is open to every other one", async () => {
  const take = counting(new AttemptLimits(table));
  for (const _ of [1, 2, 3, 4]) await take("192.0.2.1", "ada");
  expect(await take("192.0.2.1", "ada")).toMatchObject({ ok: false });
  expect(await take("192.0.2.2", "ada")).toMatchObject({ ok: true });
  expect(await take("192.0.2.1", "bob")).toMatchObject({ ok: true });
});

test("one address tries only so many names", async () => {
  const take = counting(new AttemptLimits(table));
  const tries = await Promise.all(["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => take("192.0.2.1", name)));
  expect(tries.filter((taken) => taken.ok)).toHaveLength(6);
});

test("attempts at once are counted before any of them is done", async () => {
  const take = counting(new AttemptLimits(table));
  const tries = await Promise.all(Array.from({ length: 20 }, () => take("192.0.2.1", "ada")));
  expect(tries.filter((taken) => taken.ok)).toHaveLength(3);
});

test("who was right is not counted, however often", async () => {
  const take = counting(new AttemptLimits(table));
  for (let round = 0; round < 20; round += 1) {
    const taken = await take("192.0.2.1", "ada");
    expect(taken.ok).toBe(true);
    if (taken.ok) await taken.giveBack();
  }
});

test("the addresses of one IPv6 network count as one, those of two do not", async () => {
  const take = counting(new AttemptLimits({ "sign-in": { perAddress: limit(2), perName: limit(9) } }));
  await take("2001:db8:1:2::1", "ada");
  await take("2001:DB8:0001:2:ffff:ffff:ffff:ffff", "ada");
  expect(await take("2001:db8:1:2:aaaa::", "bob")).toMatchObject({ ok: false });
  expect(await take("2001:db8:1:3::1", "ada")).toMatchObject({ ok: true });
  expect(await take("2001:db8:1::1", "ada")).toMatchObject({ ok: true });
});

test("what was refused is allowed again once its time is over", async () => {
  const take = counting(new AttemptLimits({ "sign-in": { perAddress: limit(1_000_000), perName: limit(1, 1) } }));
  await take("192.0.2.1", "ada");
  expect(await take("192.0.2.1", "ada")).toMatchObject({ ok: false, retryAfterSeconds: 1 });
  await waitUntil(async () => (await take("192.0.2.1", "ada")).ok, { withinMs: 8_000 });
});
