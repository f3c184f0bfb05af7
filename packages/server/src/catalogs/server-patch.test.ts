import { performance } from "node:perf_hooks";
import type { AccountServerRow } from "@loop/core/host";
import { expect, test } from "vitest";
import { planChange } from "./server-patch.js";

function card(names: readonly string[], groups: readonly string[]): AccountServerRow {
  const tools = names.map((name) => ({ name, tokens: 1 }));
  return {
    ...{ id: "s", accountId: "alice", label: "Hub", slug: "hub", url: "https://hub.example/mcp", sealedToken: null },
    ...{ enabled: true, suspended: false, revision: 1, position: 1, groupsOff: [], catalogAt: "", createdAt: "" },
    summary: { tools, groups, opening: null, length: 0 },
  };
}

const gateway = card(["Chatto-send", "Chatto-list", "ping"], ["Chatto"]);

function offAfter(groups: Readonly<Record<string, boolean>>): unknown {
  const plan = planChange(gateway, { groups });
  return plan.ok ? plan.value.patch.groupsOff : plan.code;
}

test("a group is named as it is shown or as it stands in tool names, and nothing else is one [GRP-01]", () => {
  expect(offAfter({ Chatto: false })).toEqual(["Chatto"]);
  expect(offAfter({ "Chatto-": false })).toEqual(["Chatto"]);
  expect(offAfter({ "": false })).toEqual([""]);
  for (const name of ["-", "__", "chatto", "Chatto-send", "constructor", " ", "Chatto -"]) {
    expect(offAfter({ [name]: false })).toBe("server-group-unknown");
  }
});

test("a group's name of any length is read at once, so that no account holds up the others [GRP-01] [SEC-01]", () => {
  const startedAt = performance.now();
  expect(offAfter({ [`${"-".repeat(1_000_000)}x`]: false })).toBe("server-group-unknown");
  expect(performance.now() - startedAt).toBeLessThan(300);
});
