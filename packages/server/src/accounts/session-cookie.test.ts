import { expect, test } from "vitest";
import { cookieLine, endedCookieLine, sessionCookie } from "./session-cookie.js";

test("an instance behind https has a cookie that is bound to its host", () => {
  const cookie = sessionCookie(new URL("https://loop.example"), 4517);
  expect(cookie).toEqual({ name: "__Host-loop", secure: true });
  expect(cookieLine(cookie, "token")).toBe(
    "__Host-loop=token; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure",
  );
  expect(endedCookieLine(cookie)).toBe("__Host-loop=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
});

test("an instance on this computer has a cookie named after the port it is reached at", () => {
  expect(sessionCookie(null, 4517)).toEqual({ name: "loop_4517", secure: false });
  expect(sessionCookie(new URL("http://localhost:8080"), 4517)).toEqual({ name: "loop_8080", secure: false });
  expect(sessionCookie(new URL("http://localhost"), 4517)).toEqual({ name: "loop_80", secure: false });
  expect(cookieLine(sessionCookie(null, 4517), "token")).toBe(
    "loop_4517=token; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax",
  );
});
