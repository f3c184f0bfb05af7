import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { SETUP_CODE, startAccountServer } from "../../test-support/account-server.js";

const canary = (name: string): string => `canary-${name}-${"k9".repeat(8)}`;

/** As text stands in a reply, an address, a database or a log. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [secret, bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex"), secret.toUpperCase()];
}

test("no password and no cookie is in any reply, line, file or table", async () => {
  const server = await startAccountServer();
  const [first, second, third, reset, wrong] = ["first", "second", "third", "reset", "wrong"].map(canary);
  const ada = server.browser();
  await ada.send("POST", "/api/setup", { name: "Ada", password: first, code: SETUP_CODE });
  const cookies = [ada.cookie];
  await ada.signIn("Ada", first);
  cookies.push(ada.cookie);
  await ada.send("POST", "/api/me/password", { password: first, newPassword: second });
  cookies.push(ada.cookie);
  await ada.send("POST", "/api/me/password", { password: wrong, newPassword: second });
  await ada.send("DELETE", "/api/me", { password: wrong });
  const id = await ada.sendForId("POST", "/api/accounts", { name: "Bob", password: third, role: "member" });
  await ada.send("PATCH", `/api/accounts/${id}`, { password: reset });
  await ada.send("PATCH", `/api/accounts/${id}`, { password: [reset] });
  const stranger = server.browser();
  await stranger.signIn("Ada", wrong);
  await stranger.send("POST", "/api/sign-in", `{"name":"Ada","password":"${wrong}"`);
  await ada.send("GET", "/api/accounts");
  await ada.send("GET", "/api/me/sign-ins");

  const tokens = cookies.map((cookie) => cookie?.split("=")[1] ?? "");
  expect(new Set(tokens).size).toBe(3);
  const bodies = (ada.heard + stranger.heard).replaceAll(/"set-cookie":\[[^\]]*\]/g, "");
  const folder = dirname(server.file);
  const stored = readdirSync(folder).map((name) => readFileSync(join(folder, name)).toString("latin1"));
  expect(stored.join("")).toContain("Ada");
  for (const secret of [first, second, third, reset, wrong, ...tokens]) {
    for (const form of formsOf(secret ?? "")) {
      expect(bodies).not.toContain(form);
      expect(stored.join("")).not.toContain(form);
      expect(JSON.stringify([server.reports, server.told])).not.toContain(form);
    }
  }
  expect(bodies).not.toContain("argon2");
  expect(server.reports).toEqual([]);
});
