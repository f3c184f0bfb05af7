import { type SimulationOptions, simulate } from "@loop/testkit";
import { expect, test } from "vitest";
import { openStores } from "./open-stores.js";

const open: SimulationOptions["open"] = async (clock) => {
  const stores = await openStores({ file: ":memory:", clock });
  return [stores, stores];
};

const within = (ms: number) => {
  const end = performance.now() + ms;
  return () => performance.now() > end;
};

test("whatever the order of leases, answers and events, no call is sent twice and none without a yes [ASK-03] [ASK-05]", async () => {
  const result = await simulate({ open, firstSeed: 1, count: 2_000, isTimeOver: within(7_000) });
  expect(result.violations).toEqual([]);
  expect(result.tried).toBeGreaterThan(50);
  expect(result.distinct).toBe(result.tried);
  expect(result.sent).toBeGreaterThan(result.tried / 4);
  expect(result.interrupted).toBeGreaterThan(result.tried / 4);
});

test("a seed is an order: it happens again", async () => {
  const options = { open, firstSeed: 77, count: 5 };
  expect(await simulate(options)).toEqual(await simulate(options));
});

test("a store that lets everybody send is found out", async () => {
  const careless: SimulationOptions["open"] = async (clock) => {
    const [stores] = await open(clock);
    const broken = { ...stores, turns: { ...stores.turns, recordDispatch: async () => true } };
    return [broken, broken];
  };
  const { violations } = await simulate({ open: careless, firstSeed: 1, count: 500, isTimeOver: within(7_000) });
  expect(violations.join()).toMatch(/its end does not say so/);
});

test("a store that takes every answer is found out", async () => {
  const careless: SimulationOptions["open"] = async (clock) => {
    const [stores] = await open(clock);
    const answer: typeof stores.approvals.answer = async (accountId, id, given) => {
      const outcome = await stores.approvals.answer(accountId, id, given);
      if (outcome.kind !== "already-settled") return outcome;
      const [request] = await stores.approvals.pending(accountId);
      return request === undefined ? outcome : { kind: "settled-now", request };
    };
    const broken = { ...stores, approvals: { ...stores.approvals, answer } };
    return [broken, broken];
  };
  const { violations } = await simulate({ open: careless, firstSeed: 1, count: 500 });
  expect(violations.join()).toMatch(/answers|lost/);
});
