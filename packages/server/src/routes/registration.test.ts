import { manualClock } from "@loop/testkit";
import { expect, test } from "vitest";
import { type AccountServer, type Browser, PASSWORD, startAccountServer } from "../../test-support/account-server.js";

async function instance(registration: "closed" | "invite" | "open", clock = manualClock()) {
  const server = await startAccountServer({ clock });
  const ada = await server.setUp();
  await ada.send("PATCH", "/api/admin/settings", { registration });
  return { server, ada, clock };
}

async function inviteCode(ada: Browser, body: unknown = {}): Promise<string> {
  const { raw } = await ada.send("POST", "/api/admin/invites", body);
  return /"code":"([^"]+)"/.exec(raw.text)?.[1] ?? "";
}

function register(server: AccountServer, name: string, invite?: string, address?: string) {
  const body = { name, password: PASSWORD, ...(invite === undefined ? {} : { invite }) };
  return server.browser(address).send("POST", "/api/register", body);
}

test("nobody makes an account while registration is closed, an invite or not", async () => {
  const { server, ada } = await instance("closed");
  const refused = await register(server, "Bob");
  expect([refused.status, refused.code]).toEqual([403, "registration-closed"]);
  expect((await register(server, "Bob", await inviteCode(ada))).code).toBe("registration-closed");
  expect(await server.stores.accounts.list()).toHaveLength(1);
});

test("while it is open anybody makes a member's account and is signed in", async () => {
  const { server } = await instance("open");
  const browser = server.browser();
  const made = await browser.send("POST", "/api/register", { name: "Bob", password: PASSWORD });
  expect(made.body).toMatchObject({ account: { name: "Bob", role: "member" } });
  expect((await browser.send("GET", "/api/me")).body).toMatchObject({
    account: { name: "Bob" },
    mayAddMcpServers: false,
  });
  expect((await register(server, "BOB")).code).toBe("name-taken");
  expect((await register(server, "Eve", "made up")).code).toBe("invite-invalid");
  expect((await register(server, "E\u202eve")).code).toBe("account-name-invalid");
});

test("a role in the body of a registration is not heard", async () => {
  const { server } = await instance("open");
  const body = { name: "Eve", password: PASSWORD, role: "administrator" };
  expect((await server.browser().send("POST", "/api/register", body)).body).toMatchObject({
    account: { role: "member" },
  });
});

test("an invite makes one account, whoever comes first", async () => {
  const { server, ada } = await instance("invite");
  expect((await register(server, "Bob")).code).toBe("invite-invalid");
  const code = await inviteCode(ada, { role: "administrator" });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => register(server, `Bob ${index}`, code, `198.51.100.${index}`)),
  );
  const made = answers.filter((answer) => answer.status === 200);
  expect(made.map((answer) => answer.body)).toMatchObject([{ account: { role: "administrator" } }]);
  expect(answers.filter((answer) => answer.code === "invite-invalid")).toHaveLength(11);
  expect((await register(server, "Eve", code)).code).toBe("invite-invalid");
  expect(await server.stores.accounts.list()).toHaveLength(2);
});

test("the code is told once; the list has neither it nor its hash, and a revoked invite is none", async () => {
  const { server, ada } = await instance("invite");
  const made = await ada.send("POST", "/api/admin/invites", { days: 3 });
  const expiresAt = new Date(Date.UTC(2030, 0, 4)).toISOString();
  expect(made.body).toMatchObject({
    invite: { role: "member", expiresAt },
    code: expect.stringMatching(/^[\w-]{43}$/),
  });
  const code = /"code":"([^"]+)"/.exec(made.raw.text)?.[1] ?? "";
  const listed = await ada.send("GET", "/api/admin/invites");
  expect(listed.body).toMatchObject({ invites: [{ role: "member", expiresAt }], cursor: expect.any(String) });
  expect(Object.keys(JSON.parse(listed.raw.text).invites[0]).sort()).toEqual(["createdAt", "expiresAt", "id", "role"]);
  const id = /"id":"([^"]+)"/.exec(listed.raw.text)?.[1];
  expect((await ada.send("DELETE", `/api/admin/invites/${id}`)).status).toBe(200);
  expect((await ada.send("DELETE", `/api/admin/invites/${id}`)).code).toBe("invite-unknown");
  expect((await register(server, "Bob", code)).code).toBe("invite-invalid");
});

test("an invite ends with its days, and lasts a week where none are named", async () => {
  const { server, ada, clock } = await instance("invite");
  const [short, week] = [await inviteCode(ada, { days: 1 }), await inviteCode(ada)];
  await clock.advance(86_400_000);
  expect((await register(server, "Bob", short)).code).toBe("invite-invalid");
  await clock.advance(6 * 86_400_000 - 1);
  expect((await register(server, "Bob", week)).status).toBe(200);
  for (const days of [0, 31, 1.5, "3"]) {
    expect((await ada.send("POST", "/api/admin/invites", { days })).code).toBe("bad-request");
  }
});

test("one address makes only so many accounts", async () => {
  const { server } = await instance("open");
  for (let number = 0; number < 20; number += 1) expect((await register(server, `Bob ${number}`)).status).toBe(200);
  const refused = await register(server, "Eve");
  expect([refused.code, Number(refused.raw.headers["retry-after"]) > 3_000]).toEqual(["too-many-attempts", true]);
  expect((await register(server, "Eve", undefined, "203.0.113.7")).status).toBe(200);
});
