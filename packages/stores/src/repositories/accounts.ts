import type { Account, AccountRole } from "@loop/contract";
import {
  type AccountChange,
  type AccountOutcome,
  type AccountStore,
  type AccountWithHash,
  INSTANCE_ACCOUNT,
  type NewAccount,
} from "@loop/core/host";
import { sql } from "kysely";
import type { Database, DatabaseTransaction } from "../schema.js";
import type { StoreClock } from "../store-clock.js";
import { removeAccountRows } from "./account-rows.js";
import { createInviteStore, roleOfInvite, useInvite } from "./invites.js";
import { changePassword, createSignInStore } from "./sign-ins.js";

/** Written once, by the set-up. Changes of administrators lock it, so that they follow one another. */
const SET_UP = { account_id: INSTANCE_ACCOUNT, key: "set-up-at" } as const;

export function createAccountStore(db: Database, clock: StoreClock): AccountStore {
  const transact = <Value>(work: (trx: DatabaseTransaction) => Promise<Value>): Promise<Value> =>
    db.transaction().execute(work);
  return {
    signIns: createSignInStore(db, clock),
    invites: createInviteStore(db, clock),
    isSetUp: () => isSetUp(db),
    setUp: (account) => transact((trx) => setUp(trx, { account, now: clock.isoNow() })),
    create: (account) => transact((trx) => create(trx, { account, role: account.role, now: clock.isoNow() })),
    createInvited: (account, codeHash) => transact((trx) => createInvited(trx, { account, codeHash, clock })),
    find: async (id) => asAccount(await logins(db).where("account_id", "=", id).executeTakeFirst()),
    findByName: async (nameKey) => asAccount(await logins(db).where("name_key", "=", nameKey).executeTakeFirst()),
    list: () => list(db),
    change: (target, change) => transact((trx) => changeAccount(trx, target, change)),
    changePassword: (change) => transact((trx) => changePassword(trx, change)),
    remove: (target) => transact((trx) => remove(trx, target)),
  };
}

async function isSetUp(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom("setting")
    .select("key")
    .where("account_id", "=", SET_UP.account_id)
    .where("key", "=", SET_UP.key)
    .executeTakeFirst();
  return row !== undefined;
}

interface Making {
  readonly account: NewAccount;
  readonly now: string;
}

/** The key of the mark lets one set-up through: a second one waits for the first and then finds it there. */
async function setUp(trx: DatabaseTransaction, { account, now }: Making): Promise<AccountOutcome<"setup-done">> {
  const marked = await trx
    .insertInto("setting")
    .values({ ...SET_UP, value: now })
    .onConflict((conflict) => conflict.columns(["account_id", "key"]).doNothing())
    .returning("key")
    .executeTakeFirst();
  if (marked === undefined) return { kind: "setup-done" };
  const made = await create(trx, { account, role: "administrator", now });
  if (made.kind === "name-taken") throw new Error("there is an account before the set-up");
  return made;
}

async function create(
  trx: DatabaseTransaction,
  { account, role, now }: Making & { readonly role: AccountRole },
): Promise<AccountOutcome<"name-taken">> {
  const { id, name, nameKey, passwordHash } = account;
  await trx.insertInto("account").values({ id, last_seq: 0 }).execute();
  const row = { account_id: id, name, role, status: "active", created_at: now } as const;
  const made = await trx
    .insertInto("login")
    .values({ ...row, name_key: nameKey, password_hash: passwordHash })
    .onConflict((conflict) => conflict.column("name_key").doNothing())
    .returning("account_id")
    .executeTakeFirst();
  if (made === undefined) {
    await trx.deleteFrom("account").where("id", "=", id).execute();
    return { kind: "name-taken" };
  }
  return { kind: "done", account: { id, name, role, status: "active", createdAt: now } };
}

async function createInvited(
  trx: DatabaseTransaction,
  { account, codeHash, clock }: { readonly account: NewAccount; readonly codeHash: string; readonly clock: StoreClock },
): Promise<AccountOutcome<"invite-invalid" | "name-taken">> {
  const role = await roleOfInvite(trx, codeHash, clock);
  if (role === null) return { kind: "invite-invalid" };
  const made = await create(trx, { account, role, now: clock.isoNow() });
  if (made.kind !== "done" || (await useInvite(trx, codeHash))) return made;
  await removeAccountRows(trx, account.id);
  return { kind: "invite-invalid" };
}

function logins(db: Database | DatabaseTransaction) {
  return db
    .selectFrom("login")
    .select(["account_id as id", "name", "role", "status", "created_at as createdAt", "password_hash as passwordHash"]);
}

function asAccount(row: (Account & { readonly passwordHash: string }) | undefined): AccountWithHash | null {
  if (row === undefined) return null;
  const { passwordHash, ...account } = row;
  return { account, passwordHash };
}

async function list(db: Database): Promise<readonly Account[]> {
  const rows = await logins(db).orderBy("createdAt").orderBy("id").execute();
  return rows.map(({ passwordHash: _hash, ...account }) => account);
}

interface Target {
  readonly id: string;
  readonly by: string;
}
type AdministratorRefusal = "account-unknown" | "administrator-only" | "last-administrator";

async function changeAccount(
  trx: DatabaseTransaction,
  { id, by }: Target,
  { role, status, passwordHash }: AccountChange,
): ReturnType<AccountStore["change"]> {
  await lockAdministrators(trx);
  if (!(await isAdministrator(trx, by))) return { kind: "administrator-only" };
  const found = await logins(trx).where("account_id", "=", id).executeTakeFirst();
  if (found === undefined) return { kind: "account-unknown" };
  const staysOne = (role ?? found.role) === "administrator" && (status ?? found.status) === "active";
  if (!staysOne && (await isLastAdministrator(trx, id))) return { kind: "last-administrator" };
  const { passwordHash: oldHash, ...account } = found;
  const changed: Account = { ...account, role: role ?? found.role, status: status ?? found.status };
  await trx
    .updateTable("login")
    .set({ role: changed.role, status: changed.status, password_hash: passwordHash ?? oldHash })
    .where("account_id", "=", id)
    .execute();
  if (passwordHash !== undefined || status === "suspended") {
    await trx.deleteFrom("sign_in").where("account_id", "=", id).execute();
  }
  return { kind: "done", account: changed, before: account };
}

async function remove(
  trx: DatabaseTransaction,
  { id, by }: Target,
): Promise<{ readonly kind: "done" | AdministratorRefusal }> {
  await lockAdministrators(trx);
  if (by !== id && !(await isAdministrator(trx, by))) return { kind: "administrator-only" };
  const found = await logins(trx).where("account_id", "=", id).executeTakeFirst();
  if (found === undefined) return { kind: "account-unknown" };
  if (await isLastAdministrator(trx, id)) return { kind: "last-administrator" };
  await removeAccountRows(trx, id);
  return { kind: "done" };
}

/** Two administrators who remove each other would each still see the other one, so the second waits here. */
async function lockAdministrators(trx: DatabaseTransaction): Promise<void> {
  await trx
    .updateTable("setting")
    .set({ value: sql.ref("value") })
    .where("account_id", "=", SET_UP.account_id)
    .where("key", "=", SET_UP.key)
    .execute();
}

async function administrators(trx: DatabaseTransaction): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom("login")
    .select("account_id")
    .where("role", "=", "administrator")
    .where("status", "=", "active")
    .execute();
  return rows.map((row) => row.account_id);
}

async function isAdministrator(trx: DatabaseTransaction, id: string): Promise<boolean> {
  return (await administrators(trx)).includes(id);
}

async function isLastAdministrator(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const ids = await administrators(trx);
  return ids.length === 1 && ids[0] === id;
}
