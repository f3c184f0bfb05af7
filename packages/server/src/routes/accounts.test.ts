import { manualClock } from "@loop/testkit";
import { expect, test } from "vitest";
import { PASSWORD, SETUP_CODE, startAccountServer } from "../../test-support/account-server.js";

const setup = { name: "Ada", password: PASSWORD, code: SETUP_CODE };

test("the set-up makes an administrator, signs in, and is there once", async () => {
  const server = await startAccountServer();
  const browser = server.browser();
  expect((await browser.send("GET", "/api/sign-in")).body).toEqual({ setupNeeded: true, registration: "closed" });
  const done = await browser.send("POST", "/api/setup", { ...setup, code: ` ${SETUP_CODE.toLowerCase()} ` });
  expect(done.body).toMatchObject({ account: { name: "Ada", role: "administrator", status: "active" } });
  expect((await browser.send("GET", "/api/me")).body).toMatchObject({
    account: { name: "Ada" },
    mayAddMcpServers: true,
  });
  expect((await browser.send("GET", "/api/sign-in")).body).toMatchObject({ setupNeeded: false });
  const again = await server.browser().send("POST", "/api/setup", { ...setup, name: "Eve" });
  expect([again.status, again.code]).toEqual([409, "setup-done"]);
  expect(server.told).toEqual(["set up"]);
});

test("a wrong code sets nothing up, and only so many are heard", async () => {
  const server = await startAccountServer();
  const browser = server.browser();
  for (const code of ["", "A", "ABCDEFGHIJKLMNOPQRSU", `${SETUP_CODE}A`, SETUP_CODE.slice(1)]) {
    expect((await browser.send("POST", "/api/setup", { ...setup, code })).code).toBe("setup-code-wrong");
  }
  for (let number = 0; number < 5; number += 1) await browser.send("POST", "/api/setup", { ...setup, code: "x" });
  const refused = await browser.send("POST", "/api/setup", setup);
  expect([refused.status, refused.code]).toEqual([429, "too-many-attempts"]);
  expect(await server.stores.accounts.isSetUp()).toBe(false);
  expect((await server.browser("203.0.113.2").send("POST", "/api/setup", setup)).status).toBe(200);
});

test("of fifty set-ups at once one is done, and one browser is signed in", async () => {
  const server = await startAccountServer();
  const browsers = Array.from({ length: 50 }, (_, index) => server.browser(`203.0.113.${index}`));
  const answers = await Promise.all(
    browsers.map((browser, index) => browser.send("POST", "/api/setup", { ...setup, name: `Ada ${index}` })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.code === "setup-done")).toHaveLength(49);
  expect(browsers.filter((browser) => browser.cookie !== null)).toHaveLength(1);
  expect(await server.stores.accounts.list()).toHaveLength(1);
});

test("the cookie is bound to the host where there is https, and named after the port elsewhere", async () => {
  const publicUrl = new URL("https://loop.example");
  const secure = await startAccountServer({ publicUrl });
  const line = (await secure.browser().send("POST", "/api/setup", setup)).raw.headers["set-cookie"];
  expect(line).toEqual([
    expect.stringMatching(/^__Host-loop=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/),
  ]);
  const plain = await startAccountServer();
  const plainLine = (await plain.browser().send("POST", "/api/setup", setup)).raw.headers["set-cookie"];
  const pattern = `^loop_${plain.port}=[A-Za-z0-9_-]{43}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax$`;
  expect(plainLine).toEqual([expect.stringMatching(new RegExp(pattern))]);
});

test("signing in takes the name in any case; a wrong pair tells nothing of which was wrong", async () => {
  const server = await startAccountServer();
  await server.setUp();
  const browser = server.browser();
  expect(await browser.signIn("  aDa ")).toMatchObject({ status: 200, body: { account: { name: "Ada" } } });
  for (const [name, password] of [
    ["Ada", "wrong"],
    ["Ada", ""],
    ["Eve", PASSWORD],
    ["", PASSWORD],
    ["A\u202eda", PASSWORD],
  ] as const) {
    const refused = await server.browser().signIn(name, password);
    expect([refused.status, refused.code, refused.raw.headers["set-cookie"]]).toEqual([
      401,
      "sign-in-refused",
      undefined,
    ]);
  }
});

test("each sign-in has a new token, and ends what the browser was signed in with", async () => {
  const server = await startAccountServer();
  const browser = await server.setUp();
  const first = browser.cookie;
  await browser.signIn("Ada");
  expect(browser.cookie).not.toBe(first);
  const old = server.browser();
  old.cookie = first;
  expect((await old.send("GET", "/api/me")).status).toBe(401);
  expect((await browser.send("GET", "/api/me")).status).toBe(200);
});

test("a cookie that the browser brought along is never taken over", async () => {
  const server = await startAccountServer();
  await server.setUp();
  const browser = server.browser();
  const planted = `loop_${server.port}=${"A".repeat(43)}`;
  browser.cookie = planted;
  expect((await browser.signIn("Ada")).status).toBe(200);
  expect(browser.cookie).not.toBe(planted);
});

test("signing out ends the sign-in and takes the cookie back", async () => {
  const server = await startAccountServer();
  const browser = await server.setUp();
  const { cookie } = browser;
  const out = await browser.send("POST", "/api/sign-out");
  expect(out.raw.headers["set-cookie"]).toEqual([`loop_${server.port}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`]);
  browser.cookie = cookie;
  expect((await browser.send("GET", "/api/me")).status).toBe(401);
});

test("too many wrong passwords are refused with the time to wait, at that address and for that name alone", async () => {
  const server = await startAccountServer();
  const ada = await server.setUp();
  await ada.send("POST", "/api/accounts", { name: "Bob", password: PASSWORD, role: "member" });
  const guesser = server.browser("203.0.113.9");
  for (let number = 0; number < 10; number += 1) expect((await guesser.signIn("Ada", "wrong")).status).toBe(401);
  const refused = await guesser.signIn("ADA");
  expect([refused.status, refused.code]).toEqual([429, "too-many-attempts"]);
  const wait = Number(refused.raw.headers["retry-after"]);
  expect(wait).toBeGreaterThan(500);
  expect(wait).toBeLessThanOrEqual(600);
  expect((await guesser.signIn("Bob")).status).toBe(200);
  expect((await server.browser("203.0.113.10").signIn("Ada")).status).toBe(200);
});

test("a name that does not exist is answered in the time of one that does", async () => {
  const server = await startAccountServer();
  await server.setUp();
  const once = async (name: string, address: string): Promise<number> => {
    const begun = performance.now();
    await server.browser(address).signIn(name, "wrong");
    return performance.now() - begun;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    known.push(await once("Ada", `203.0.113.${round}`));
    unknown.push(await once("Eve", `203.0.113.${round}`));
  }
  const median = (times: number[]): number => times.sort((left, right) => left - right)[7] ?? 0;
  expect(median(unknown) / median(known)).toBeGreaterThan(0.5);
  expect(median(unknown) / median(known)).toBeLessThan(2);
});

test("a body of the wrong shape is refused and changes nothing", async () => {
  const server = await startAccountServer();
  const browser = server.browser();
  const long = "x".repeat(1_025);
  for (const body of ["", "{", "null", "[]", '"x"', { name: "Ada" }, { ...setup, name: 1 }, { ...setup, code: null }]) {
    expect((await browser.send("POST", "/api/setup", body)).code).toBe("bad-request");
  }
  for (const body of [
    { ...setup, password: long },
    { ...setup, name: "" },
    { ...setup, name: "x".repeat(65) },
  ]) {
    expect((await browser.send("POST", "/api/setup", body)).code).toBe("bad-request");
  }
  expect((await browser.send("POST", "/api/setup", { ...setup, password: "short" })).code).toBe("password-too-short");
  expect((await browser.send("POST", "/api/setup", { ...setup, name: "A\u200bda" })).code).toBe("account-name-invalid");
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  expect((await browser.send("POST", "/api/sign-in", "name=Ada", form)).code).toBe("not-json");
  expect((await browser.send("POST", "/api/sign-in", { name: "Ada", password: ["x"] })).code).toBe("bad-request");
  expect(await server.stores.accounts.isSetUp()).toBe(false);
  expect(server.reports).toEqual([]);
});

test("a page of another site signs nobody in or out", async () => {
  const server = await startAccountServer();
  const browser = await server.setUp();
  const evil = { Origin: "https://evil.example" };
  expect((await browser.send("POST", "/api/sign-in", { name: "Ada", password: PASSWORD }, evil)).code).toBe(
    "origin-refused",
  );
  expect((await browser.send("POST", "/api/sign-out", undefined, evil)).code).toBe("origin-refused");
  expect((await browser.send("GET", "/api/me")).status).toBe(200);
});

test("a sign-in that is not used for thirty days is over", async () => {
  const clock = manualClock();
  const server = await startAccountServer({ clock });
  const browser = await server.setUp();
  await clock.advance(29 * 86_400_000);
  expect((await browser.send("GET", "/api/me")).status).toBe(200);
  await clock.advance(30 * 86_400_000);
  expect((await browser.send("GET", "/api/me")).status).toBe(401);
});
