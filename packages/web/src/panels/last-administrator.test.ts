import type { Account } from "@loop/contract";
import { expect, test } from "vitest";
import { lastAdministrator } from "./last-administrator.js";

const account = (id: string, more: Partial<Account>): Account => ({
  id,
  name: id,
  role: "member",
  status: "active",
  createdAt: "",
  ...more,
});

test("the last administrator is the only one who can sign in, however many are suspended", () => {
  const boss = account("boss", { role: "administrator" });
  const away = account("away", { role: "administrator", status: "suspended" });
  expect(lastAdministrator([boss, account("a", {})])).toBe("boss");
  expect(lastAdministrator([boss, away])).toBe("boss");
  expect(lastAdministrator([boss, account("second", { role: "administrator" })])).toBeNull();
  expect(lastAdministrator([])).toBeNull();
});
