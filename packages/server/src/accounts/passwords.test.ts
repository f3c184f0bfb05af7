import { expect, test } from "vitest";
import { StartFailure } from "../start-failure.js";
import { loadPasswords, type Passwords } from "./passwords.js";

async function hashOf(passwords: Passwords, password: string): Promise<string> {
  const hash = await passwords.hash(password);
  if (!hash.ok) throw new Error("nobody else is waiting");
  return hash.value;
}

test("a password is hashed with argon2id and OWASP's parameters, with a salt of its own", async () => {
  const passwords = await loadPasswords();
  const [first, second] = [await hashOf(passwords, "one password"), await hashOf(passwords, "one password")];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
  expect(first).not.toBe(second);
  expect(await passwords.matches("one password", first)).toEqual({ ok: true, value: true });
  expect(await passwords.matches("One password", first)).toEqual({ ok: true, value: false });
  expect(await passwords.matches("", first)).toEqual({ ok: true, value: false });
});

test("a letter written as one sign or as two is the same in a password", async () => {
  const passwords = await loadPasswords();
  const hash = await hashOf(passwords, "caf\u00e9 au lait");
  expect(await passwords.matches("cafe\u0301 au lait", hash)).toEqual({ ok: true, value: true });
});

test("nobody's password matches nothing", async () => {
  const passwords = await loadPasswords();
  expect(await passwords.matches("", null)).toEqual({ ok: true, value: false });
  expect(await passwords.matches("a password", null)).toEqual({ ok: true, value: false });
});

test("a crowd waits its turn, and too large a crowd is told that Loop is busy", async () => {
  const passwords = await loadPasswords();
  const crowd = await Promise.all(Array.from({ length: 120 }, () => passwords.matches("a password", null)));
  expect(crowd.filter((result) => result.ok)).toHaveLength(102);
  expect(crowd.filter((result) => !result.ok && result.code === "busy")).toHaveLength(18);
  expect(await passwords.matches("a password", null)).toEqual({ ok: true, value: false });
});

test("a computer without the native part is told so in plain words before the start", async () => {
  const missing = loadPasswords(() => Promise.reject(new Error("Cannot find native binding at /some/where")));
  const failure = await missing.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartFailure);
  expect(failure).toMatchObject({
    code: "password-hashing-missing",
    subject: `${process.platform} ${process.arch}`,
  });
});
