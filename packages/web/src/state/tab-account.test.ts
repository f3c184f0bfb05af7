import { expect, test } from "vitest";
import { createTabAccount } from "./tab-account.js";

function tab(kept: Readonly<Record<string, string>>) {
  const items = new Map(Object.entries(kept));
  let startedOver = 0;
  const meet = createTabAccount({
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => items.set(key, value),
      clear: () => items.clear(),
    },
    startOver: () => {
      startedOver += 1;
    },
  });
  return { meet, items, startedOver: () => startedOver };
}

test("the first account of a tab is remembered and nothing else happens", () => {
  const { meet, items, startedOver } = tab({ "loop-draft-new": "hello" });
  meet("a");
  meet("a");
  expect([...items]).toEqual([
    ["loop-draft-new", "hello"],
    ["loop-account", "a"],
  ]);
  expect(startedOver()).toBe(0);
});

test("another account finds no draft of the one before, and a page loaded anew [SEC-01]", () => {
  const { meet, items, startedOver } = tab({ "loop-draft-new": "a secret thought", "loop-account": "a" });
  meet("b");
  expect([...items]).toEqual([["loop-account", "b"]]);
  expect(startedOver()).toBe(1);
  meet("b");
  expect(startedOver()).toBe(1);
});
