import type { Account } from "@loop/contract";

/** The only administrator who can sign in; null where there are more, or none. */
export function lastAdministrator(accounts: readonly Account[]): string | null {
  const able = accounts.filter((one) => one.role === "administrator" && one.status === "active");
  return able.length === 1 ? (able[0]?.id ?? null) : null;
}
