import { connect } from "node:net";
import { waitUntil } from "@loop/testkit";
import { expect, test } from "vitest";
import { type AccountServer, type Browser, PASSWORD, startAccountServer } from "../../test-support/account-server.js";

interface People {
  readonly server: AccountServer;
  readonly ada: Browser;
  readonly bob: Browser;
  readonly bobId: string;
}

async function withBob(role: "administrator" | "member" = "member"): Promise<People> {
  const server = await startAccountServer();
  const ada = await server.setUp();
  const bobId = await ada.sendForId("POST", "/api/accounts", { name: "Bob", password: PASSWORD, role });
  const bob = server.browser();
  await bob.signIn("Bob");
  return { server, ada, bob, bobId };
}

const patch = (browser: Browser, id: string, body: unknown) => browser.send("PATCH", `/api/accounts/${id}`, body);
const idOf = async (browser: Browser): Promise<string> => browser.sendForId("GET", "/api/me");

test("an administrator makes, lists and renames nobody twice", async () => {
  const { ada } = await withBob();
  const taken = await ada.send("POST", "/api/accounts", { name: "ｂｏｂ", password: PASSWORD, role: "member" });
  expect([taken.status, taken.code]).toEqual([409, "name-taken"]);
  const listed = await ada.send("GET", "/api/accounts");
  expect(listed.body).toMatchObject({
    accounts: [
      { name: "Ada", role: "administrator", status: "active" },
      { name: "Bob", role: "member", status: "active" },
    ],
    cursor: expect.any(String),
  });
  expect(listed.raw.text).not.toContain("argon2");
});

test("a member and a stranger reach nothing of an administrator's, and change nothing [SEC-01]", async () => {
  const { server, bob, bobId } = await withBob();
  const requests = [
    ["GET", "/api/accounts"],
    ["POST", "/api/accounts", { name: "Eve", password: PASSWORD, role: "administrator" }],
    ["PATCH", `/api/accounts/${bobId}`, { role: "administrator" }],
    ["DELETE", `/api/accounts/${bobId}`],
    ["GET", "/api/admin/invites"],
    ["POST", "/api/admin/invites", {}],
    ["DELETE", "/api/admin/invites/x"],
    ["GET", "/api/admin/settings"],
    ["PATCH", "/api/admin/settings", { usersMayAddMcpServers: true }],
  ] as const;
  for (const [method, path, body] of requests) {
    expect((await bob.send(method, path, body)).code, path).toBe("administrator-only");
    expect((await server.browser().send(method, path, body)).code, path).toBe("unauthorized");
  }
  expect((await server.stores.accounts.list()).map((account) => account.role)).toEqual(["administrator", "member"]);
  expect(await server.desk.instance.read()).toEqual({ usersMayAddMcpServers: false, registration: "closed" });
});

test("suspending signs the account out at once, and its password opens nothing until it is let in again", async () => {
  const { server, ada, bob, bobId } = await withBob();
  expect((await patch(ada, bobId, { status: "suspended" })).body).toMatchObject({ account: { status: "suspended" } });
  expect((await bob.send("GET", "/api/me")).status).toBe(401);
  expect(server.told).toContain(`suspended ${bobId}`);
  expect(await server.desk.isActive(bobId)).toBe(false);
  const refused = await server.browser().signIn("Bob");
  expect([refused.status, refused.code]).toEqual([403, "account-suspended"]);
  expect((await server.browser().signIn("Bob", "wrong")).code).toBe("sign-in-refused");
  await patch(ada, bobId, { status: "active" });
  expect((await server.browser().signIn("Bob")).status).toBe(200);
});

test("a request whose body comes slowly is nobody's once its sender was suspended", async () => {
  const { server, ada, bob, bobId } = await withBob("administrator");
  const body = JSON.stringify({ usersMayAddMcpServers: true });
  const socket = connect(server.port, "127.0.0.1");
  let heard = "";
  socket.on("data", (chunk) => {
    heard += chunk.toString();
  });
  const head = [
    "PATCH /api/admin/settings HTTP/1.1",
    `Host: 127.0.0.1:${server.port}`,
    `Origin: http://127.0.0.1:${server.port}`,
    `Cookie: ${bob.cookie}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ];
  const before = (await server.stores.accounts.signIns.list(bobId)).length;
  expect(before).toBe(1);
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 5)}`);
  await ada.send("GET", "/api/me");
  await patch(ada, bobId, { status: "suspended" });
  socket.write(body.slice(5));
  await waitUntil(() => heard.includes("\r\n\r\n"), { what: "an answer" });
  socket.destroy();
  expect(heard).toContain("unauthorized");
  expect(await server.desk.instance.read()).toMatchObject({ usersMayAddMcpServers: false });
});

test("a new password from an administrator signs the account out and lets it in", async () => {
  const { server, ada, bob, bobId } = await withBob();
  expect((await patch(ada, bobId, { password: "another long password" })).status).toBe(200);
  expect((await bob.send("GET", "/api/me")).status).toBe(401);
  expect((await server.browser().signIn("Bob")).code).toBe("sign-in-refused");
  expect((await server.browser().signIn("Bob", "another long password")).status).toBe(200);
  expect(server.told).toContain(`signed out ${bobId}`);
});

test("a role counts from the next request on, and losing it is told", async () => {
  const { server, ada, bob, bobId } = await withBob();
  await patch(ada, bobId, { role: "administrator" });
  expect((await bob.send("GET", "/api/accounts")).status).toBe(200);
  expect(server.told).not.toContain(`demoted ${bobId}`);
  await patch(ada, bobId, { role: "member" });
  expect((await bob.send("GET", "/api/accounts")).code).toBe("administrator-only");
  expect((await bob.send("GET", "/api/me")).body).toMatchObject({
    account: { role: "member" },
    mayAddMcpServers: false,
  });
  expect(server.told).toContain(`demoted ${bobId}`);
});

test("an account that is deleted is gone with its sign-ins, and another id is unknown", async () => {
  const { server, ada, bob, bobId } = await withBob();
  expect((await ada.send("DELETE", `/api/accounts/${bobId}`)).status).toBe(200);
  expect((await bob.send("GET", "/api/me")).status).toBe(401);
  expect(server.told).toContain(`deleted ${bobId}`);
  for (const id of [bobId, "nobody"]) {
    expect((await ada.send("DELETE", `/api/accounts/${id}`)).code).toBe("account-unknown");
    expect((await patch(ada, id, { status: "suspended" })).code).toBe("account-unknown");
  }
});

test("the last administrator is neither demoted, suspended nor deleted", async () => {
  const { ada, bobId } = await withBob();
  const id = await idOf(ada);
  for (const body of [{ role: "member" }, { status: "suspended" }, { role: "member", status: "suspended" }]) {
    expect((await patch(ada, id, body)).code).toBe("last-administrator");
  }
  expect((await ada.send("DELETE", `/api/accounts/${id}`)).code).toBe("last-administrator");
  await patch(ada, bobId, { role: "administrator" });
  expect((await patch(ada, id, { role: "member" })).status).toBe(200);
});

test("two administrators who demote each other at once leave one", async () => {
  const { server, ada, bob, bobId } = await withBob("administrator");
  const id = await idOf(ada);
  const answers = await Promise.all([
    patch(ada, bobId, { role: "member" }),
    patch(bob, id, { role: "member" }),
    patch(ada, bobId, { role: "member" }),
    patch(bob, id, { role: "member" }),
  ]);
  expect(answers.some((answer) => answer.status === 200)).toBe(true);
  const left = (await server.stores.accounts.list()).filter((account) => account.role === "administrator");
  expect(left).toHaveLength(1);
});

test("a body that changes nothing known is refused or changes nothing", async () => {
  const { server, ada, bobId } = await withBob();
  for (const body of ["[]", { role: "owner" }, { status: "deleted" }, { password: 7 }, { role: null }]) {
    expect((await patch(ada, bobId, body)).code).toBe("bad-request");
  }
  expect((await patch(ada, bobId, { password: "short" })).code).toBe("password-too-short");
  expect((await patch(ada, bobId, {})).body).toMatchObject({ account: { role: "member", status: "active" } });
  expect(server.told.filter((line) => line !== "set up")).toEqual([]);
});

test("accounts add servers when an administrator says so; administrators always may [SRV-01]", async () => {
  const { server, ada, bob } = await withBob();
  const may = async (browser: Browser) => (await browser.send("GET", "/api/me")).body;
  expect([await may(ada), await may(bob)]).toMatchObject([{ mayAddMcpServers: true }, { mayAddMcpServers: false }]);
  const changed = await ada.send("PATCH", "/api/admin/settings", { usersMayAddMcpServers: true });
  expect(changed.body).toEqual({ usersMayAddMcpServers: true, registration: "closed" });
  expect(await may(bob)).toMatchObject({ mayAddMcpServers: true });
  expect(await server.desk.instance.mayAddServers({ role: "member" })).toBe(true);
  for (const body of [{ usersMayAddMcpServers: "yes" }, { registration: "public" }, "[]"]) {
    expect((await ada.send("PATCH", "/api/admin/settings", body)).code).toBe("bad-request");
  }
  const kept = await ada.send("GET", "/api/admin/settings");
  expect(kept.body).toMatchObject({ usersMayAddMcpServers: true, registration: "closed", cursor: expect.any(String) });
});
