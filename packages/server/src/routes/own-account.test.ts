import { expect, test } from "vitest";
import { type AccountServer, type Browser, PASSWORD, startAccountServer } from "../../test-support/account-server.js";

/** Bob, signed in with two browsers; Ada administers. */
async function withBob(): Promise<{ server: AccountServer; ada: Browser; bob: Browser; other: Browser; id: string }> {
  const server = await startAccountServer();
  const ada = await server.setUp();
  const id = await ada.sendForId("POST", "/api/accounts", { name: "Bob", password: PASSWORD, role: "member" });
  const [bob, other] = [server.browser(), server.browser()];
  await bob.signIn("Bob");
  await other.signIn("Bob");
  return { server, ada, bob, other, id };
}

const status = async (browser: Browser): Promise<number> => (await browser.send("GET", "/api/me")).status;

test("a new password keeps this browser under a new token and signs every other one out", async () => {
  const { server, bob, other, id } = await withBob();
  const { cookie } = bob;
  const change = { password: PASSWORD, newPassword: "another long password" };
  expect((await bob.send("POST", "/api/me/password", change)).status).toBe(200);
  expect(bob.cookie).not.toBe(cookie);
  expect([await status(bob), await status(other)]).toEqual([200, 401]);
  other.cookie = cookie;
  expect(await status(other)).toBe(401);
  expect((await server.browser().signIn("Bob")).code).toBe("sign-in-refused");
  expect((await server.browser().signIn("Bob", change.newPassword)).status).toBe(200);
  expect(server.told).toContain(`signed out ${id}`);
});

test("a password is changed only with the old one, which cannot be found by trying", async () => {
  const { bob, other } = await withBob();
  const change = { password: "wrong", newPassword: "another long password" };
  expect((await bob.send("POST", "/api/me/password", { ...change, newPassword: "short" })).code).toBe(
    "password-too-short",
  );
  for (let number = 0; number < 10; number += 1) {
    const refused = await bob.send("POST", "/api/me/password", change);
    expect([refused.status, refused.code]).toEqual([403, "password-wrong"]);
  }
  const right = { ...change, password: PASSWORD };
  const refused = await other.send("POST", "/api/me/password", right);
  expect([refused.status, refused.code]).toEqual([429, "too-many-attempts"]);
  expect((await bob.send("DELETE", "/api/me", { password: PASSWORD })).code).toBe("too-many-attempts");
  expect([await status(bob), await status(other)]).toEqual([200, 200]);
});

test("of many new passwords at once one counts", async () => {
  const { server, bob } = await withBob();
  const words = Array.from({ length: 8 }, (_, index) => `new long password ${index}`);
  const browsers = words.map(() => {
    const browser = server.browser();
    browser.cookie = bob.cookie;
    return browser;
  });
  const answers = await Promise.all(
    browsers.map((browser, index) =>
      browser.send("POST", "/api/me/password", { password: PASSWORD, newPassword: words[index] }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  const signedIn = await Promise.all(
    words.map((word, index) => server.browser(`198.51.100.${index}`).signIn("Bob", word)),
  );
  expect(signedIn.map((answer) => answer.status === 200)).toEqual(answers.map((answer) => answer.status === 200));
});

test("sign-ins are listed with their browser, and any of them is revoked", async () => {
  const { server, bob, other } = await withBob();
  const phone = server.browser();
  await phone.send(
    "POST",
    "/api/sign-in",
    { name: "Bob", password: PASSWORD },
    { "User-Agent": "X11; Linux Firefox/1" },
  );
  const list = async () => (await bob.send("GET", "/api/me/sign-ins")).body;
  const listed = await list();
  expect(listed).toMatchObject({ cursor: expect.any(String) });
  const found = JSON.stringify(listed);
  expect(found.match(/"current":true/g)).toHaveLength(1);
  const id = /"id":"([^"]+)"[^}]*"device":"Firefox on Linux","current":false/.exec(found)?.[1] ?? "";
  expect((await bob.send("DELETE", `/api/me/sign-ins/${id}`)).status).toBe(200);
  expect([await status(phone), await status(other), await status(bob)]).toEqual([401, 200, 200]);
  expect((await bob.send("DELETE", `/api/me/sign-ins/${id}`)).code).toBe("sign-in-unknown");
});

test("revoking this browser's own sign-in takes its cookie", async () => {
  const { bob } = await withBob();
  const found = (await bob.send("GET", "/api/me/sign-ins")).raw.text;
  const id = /"id":"([^"]+)"[^}]*"current":true/.exec(found)?.[1] ?? "";
  await bob.send("DELETE", `/api/me/sign-ins/${id}`);
  expect([bob.cookie, await status(bob)]).toEqual([null, 401]);
});

test("nobody sees or revokes a sign-in of somebody else, administrators included [SEC-01]", async () => {
  const { ada, bob } = await withBob();
  const found = (await bob.send("GET", "/api/me/sign-ins")).raw.text;
  const id = /"id":"([^"]+)"[^}]*"current":true/.exec(found)?.[1] ?? "";
  expect((await ada.send("GET", "/api/me/sign-ins")).raw.text).not.toContain(id);
  const refused = await ada.send("DELETE", `/api/me/sign-ins/${id}`);
  expect([refused.status, refused.code]).toEqual([404, "sign-in-unknown"]);
  expect(await status(bob)).toBe(200);
});

test("an account is removed by its owner with the password, and every cookie of it is nobody's", async () => {
  const { server, bob, other, id } = await withBob();
  const { cookie } = bob;
  expect((await bob.send("DELETE", "/api/me", { password: "wrong" })).code).toBe("password-wrong");
  expect(await status(bob)).toBe(200);
  expect((await bob.send("DELETE", "/api/me", { password: PASSWORD })).status).toBe(200);
  expect(bob.cookie).toBeNull();
  bob.cookie = cookie;
  expect([await status(bob), await status(other)]).toEqual([401, 401]);
  expect((await server.browser().signIn("Bob")).code).toBe("sign-in-refused");
  expect(server.told).toContain(`deleted ${id}`);
  expect(await server.stores.accounts.list()).toHaveLength(1);
});

test("the last administrator does not remove their own account", async () => {
  const { ada, server } = await withBob();
  const refused = await ada.send("DELETE", "/api/me", { password: PASSWORD });
  expect([refused.status, refused.code]).toEqual([409, "last-administrator"]);
  expect(await status(ada)).toBe(200);
  expect(server.told.filter((line) => line.startsWith("deleted"))).toEqual([]);
});
