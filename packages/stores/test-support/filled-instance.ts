import { Kysely } from "kysely";
import { openSqlite } from "../src/dialects/sqlite.js";
import { openStores } from "../src/open-stores.js";
import type { Tables } from "../src/schema.js";

const at = "2030-01-01T00:00:00.000Z";

/** A SQLite database with rows in every table, some of them odd, and a turn that was cut off. */
export async function fillSqlite(file: string): Promise<void> {
  await fillConversations(file);
  const db = new Kysely<Tables>({ dialect: (await openSqlite(file)).dialect });
  try {
    await fillAccounts(db);
    await fillServersAndPersonas(db);
  } finally {
    await db.destroy();
  }
}

async function fillConversations(file: string): Promise<void> {
  const stores = await openStores({ file });
  for (let n = 1; n <= 12; n += 1) {
    const row = { id: `c${n}`, accountId: n % 2 ? "alice" : "bob", title: `Odd \u2028\r\n"${n}" 🦷 \0`, createdAt: at };
    await stores.conversations.create({ ...row, permission: "read-only", workspace: null });
    const turn = { turnId: `t${n}`, conversationId: row.id, accountId: row.accountId, parentTurnId: null };
    const message = { role: "user" as const, content: [{ type: "text" as const, text: "x".repeat(n * 100) }] };
    const begun = await stores.turns.begin({ ...turn, owner: "gone", leaseMs: 9e9, events: [], messages: [message] });
    if (begun === null) throw new Error("a fresh conversation has no running turn");
    const base = { turnId: turn.turnId, at };
    const tool = { builtin: "write_file" } as const;
    const request = {
      id: `q${n}`,
      conversationId: row.id,
      turnId: turn.turnId,
      callId: "a",
      tool,
      description: "",
      args: {},
    };
    await stores.turns.append(begun.lease, [
      ...Array.from({ length: 40 }, (_, at_) => ({ ...base, type: "text-delta" as const, text: `\ud83e${at_}\0` })),
      { ...base, type: "call-start", callId: "a", tool },
      { ...base, type: "approval-request", callId: "a", request: { ...request, allowSession: false, expiresAt: null } },
    ]);
    await stores.turns.recordDispatch(begun.lease, "b");
    // The last one is left as a crash leaves it.
    if (n < 12) await stores.turns.append(begun.lease, [{ ...base, type: "turn-end", reason: "done" }]);
  }
  await stores.settings.set("alice", "model", "");
  await stores.close();
}

async function fillAccounts(db: Kysely<Tables>): Promise<void> {
  const login = {
    name: "Alice",
    name_key: "alice",
    password_hash: "$h",
    role: "administrator",
    status: "active",
  } as const;
  await db
    .insertInto("login")
    .values({ ...login, account_id: "alice", created_at: at })
    .execute();
  const signIn = { token_hash: "th", device: "Browser", created_at: at, last_used_at: at, expires_at_ms: 9e12 };
  await db
    .insertInto("sign_in")
    .values({ ...signIn, id: "s", account_id: "alice" })
    .execute();
  const invite = { code_hash: "ch", role: "member", created_at: at, expires_at_ms: 9e12 } as const;
  await db
    .insertInto("invite")
    .values({ ...invite, id: "i" })
    .execute();
}

async function fillServersAndPersonas(db: Kysely<Tables>): Promise<void> {
  const list = { catalog: "[]", summary: "{}", groups_off: "[]", catalog_at: at, created_at: at };
  const server = {
    label: "Calendar",
    slug: "calendar",
    url: "https://example.org/",
    token: null,
    enabled: 1,
    suspended: 0,
  };
  await db
    .insertInto("mcp_server")
    .values({ ...list, ...server, id: "m", account_id: "alice", revision: 1, position: 1 })
    .execute();
  const persona = { id: "p", account_id: "alice", name: "Clerk", instructions: "Be brief.", created_at: at };
  await db.insertInto("persona").values(persona).execute();
  const memory = { id: "r", account_id: "alice", persona_id: "p", text: "Likes tea.", created_at: at };
  await db.insertInto("memory").values(memory).execute();
}
