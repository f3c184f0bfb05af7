import type { MemoryPlace, MemoryRow, NewMemory, PersonaPatch, PersonaRow, PersonaStore } from "@loop/core/host";
import type { Database, DatabaseTransaction } from "../schema.js";
import type { StoreClock } from "../store-clock.js";
import { transact } from "../transaction.js";
import { updateConversation } from "./conversations.js";
import { lockAccount } from "./event-log.js";

export function createPersonaStore(db: Database, clock: StoreClock): PersonaStore {
  return {
    list: (accountId) => select(db, accountId).orderBy("created_at").orderBy("id").execute(),
    get: (accountId, id) => find(db, accountId, id),
    create: (row, most) => transact(db, (trx) => create(trx, row, most)),
    update: (accountId, id, patch) => update(db, { accountId, id, patch }),
    remove: (accountId, id) => transact(db, (trx) => remove(trx, { accountId, id, now: clock.isoNow() })),
    memories: (accountId, personaId) => memories(db, accountId, personaId).execute(),
    remember: (memory) => transact(db, (trx) => remember(trx, memory)),
    changeMemory: (place, text) => changeMemory(db, place, text),
    forget: (place) => forget(db, place),
  };
}

function select(db: Database, accountId: string) {
  return db
    .selectFrom("persona")
    .select(["id", "account_id as accountId", "name", "instructions", "created_at as createdAt"])
    .where("account_id", "=", accountId);
}

async function find(db: Database, accountId: string, id: string): Promise<PersonaRow | null> {
  return (await select(db, accountId).where("id", "=", id).executeTakeFirst()) ?? null;
}

async function create(trx: DatabaseTransaction, row: PersonaRow, most: number): Promise<PersonaRow | null> {
  await lockAccount(trx, row.accountId);
  const others = await select(trx, row.accountId).execute();
  if (others.length >= most) return null;
  const { id, accountId: account_id, name, instructions, createdAt: created_at } = row;
  await trx.insertInto("persona").values({ id, account_id, name, instructions, created_at }).execute();
  return row;
}

async function update(
  db: Database,
  change: { readonly accountId: string; readonly id: string; readonly patch: PersonaPatch },
): Promise<PersonaRow | null> {
  const { name, instructions } = change.patch;
  const patch = { ...(name === undefined ? {} : { name }), ...(instructions === undefined ? {} : { instructions }) };
  if (Object.keys(patch).length > 0) {
    await db
      .updateTable("persona")
      .set(patch)
      .where("id", "=", change.id)
      .where("account_id", "=", change.accountId)
      .execute();
  }
  return find(db, change.accountId, change.id);
}

/** Its memory goes by the tables' own rule. */
async function remove(
  trx: DatabaseTransaction,
  { accountId, id, now }: { readonly accountId: string; readonly id: string; readonly now: string },
): Promise<boolean> {
  await lockAccount(trx, accountId);
  const removed = await trx
    .deleteFrom("persona")
    .where("id", "=", id)
    .where("account_id", "=", accountId)
    .returning("id")
    .executeTakeFirst();
  if (removed === undefined) return false;
  const conversations = await trx
    .selectFrom("conversation")
    .select("id")
    .where("account_id", "=", accountId)
    .where("persona_id", "=", id)
    .execute();
  for (const conversation of conversations) {
    await updateConversation(trx, { accountId, id: conversation.id, patch: { personaId: null }, now });
  }
  return true;
}

function memories(db: Database, accountId: string, personaId: string) {
  return db
    .selectFrom("memory")
    .select(["id", "text", "created_at as createdAt"])
    .where("account_id", "=", accountId)
    .where("persona_id", "=", personaId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
}

async function remember(trx: DatabaseTransaction, memory: NewMemory): ReturnType<PersonaStore["remember"]> {
  const { id, accountId, personaId, text, createdAt, most } = memory;
  await lockAccount(trx, accountId);
  if ((await find(trx, accountId, personaId)) === null) return "persona-unknown";
  const known = await memories(trx, accountId, personaId).execute();
  if (known.some((entry) => entry.text === text)) return "known";
  if (known.length >= most) return "full";
  await trx
    .insertInto("memory")
    .values({ id, account_id: accountId, persona_id: personaId, text, created_at: createdAt })
    .execute();
  return "added";
}

async function changeMemory(db: Database, place: MemoryPlace, text: string): Promise<MemoryRow | null> {
  const changed = await db
    .updateTable("memory")
    .set({ text })
    .where("id", "=", place.id)
    .where("account_id", "=", place.accountId)
    .where("persona_id", "=", place.personaId)
    .returning(["id", "text", "created_at as createdAt"])
    .executeTakeFirst();
  return changed ?? null;
}

async function forget(db: Database, place: MemoryPlace): Promise<boolean> {
  const removed = await db
    .deleteFrom("memory")
    .where("id", "=", place.id)
    .where("account_id", "=", place.accountId)
    .where("persona_id", "=", place.personaId)
    .returning("id")
    .executeTakeFirst();
  return removed !== undefined;
}
