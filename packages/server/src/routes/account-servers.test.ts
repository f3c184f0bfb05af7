import { ROUTES } from "@loop/contract";
import { describe, expect, test } from "vitest";
import { gatewayTools, openAccountBench } from "../../test-support/account-bench.js";
import type { Visitor } from "../http/api-handlers.js";
import { accountServerRoutes } from "./account-servers.js";
import { instanceServerRoutes } from "./instance-servers.js";
import { toolSettingsRoutes } from "./tool-settings.js";

const alice: Visitor = { accountId: "alice", role: "member", signInId: "one" };

/** Requests as the router hands them on, and answers as the contract describes them. */
async function openRoutes() {
  const bench = await openAccountBench();
  const fake = await bench.fake({ tools: gatewayTools });
  const room = bench.replica();
  const { stores } = bench;
  const routes = {
    ...accountServerRoutes({ stores }, room),
    ...toolSettingsRoutes({ stores }, room),
    ...instanceServerRoutes({ stores }, room),
  };
  type Name = keyof typeof routes;
  const ask = async (name: Name, body: unknown = null, id = "", visitor: Visitor = alice) => {
    const route = ROUTES[name];
    const parsed = "body" in route ? route.body.parse(body) : null;
    const request = {
      accountId: visitor.accountId,
      visitor,
      remoteAddress: "127.0.0.1",
      device: "a test",
      setCookie: () => undefined,
      param: (key: string) => (key === "id" ? id : ""),
      body: parsed,
    };
    const handle: (request: never) => Promise<{ ok: boolean; code?: string; value?: unknown }> = routes[name];
    const result = await Reflect.apply(handle, null, [request]);
    if (result.ok) expect(route.reply.safeParse(result.value)).toMatchObject({ success: true });
    return result;
  };
  return { bench, fake, ask };
}

describe("routes of an account's servers", () => {
  test("every route answers as the contract says, and no answer holds a token [SRV-03] [SRV-05] [CAP-01] [ADM-01]", async () => {
    const { fake, ask, bench } = await openRoutes();
    const answers = [await ask("testAccountServer", { url: fake.url, token: "canary-1" })];
    expect(await bench.stores.servers.list("alice")).toEqual([]);
    answers.push(await ask("addAccountServer", { label: " Hub ", url: fake.url, token: "canary-1" }));
    const [row] = await bench.stores.servers.list("alice");
    const id = row?.id ?? "";
    answers.push(
      await ask("listAccountServers"),
      await ask("readAccountServer", null, id),
      await ask("updateAccountServer", { label: "House", groups: { Chatto: false } }, id),
      await ask("updateTools", null, id),
      await ask("toolSettings"),
      await ask("changeToolSettings", { toolCap: 3, delivery: "codemode" }),
      await ask("listInstanceServers"),
      await ask("suspendInstanceServer", { suspended: true }, id),
      await ask("updateTools", null, id),
      await ask("removeInstanceServer", null, id),
      await ask("deleteAccountServer", null, id),
      await ask("readAccountServer", null, id),
    );
    expect(answers.map(({ ok, code }) => (ok ? "ok" : code))).toEqual([
      ...Array(10).fill("ok"),
      ...["server-suspended", "ok", "server-unknown", "server-unknown"],
    ]);
    expect(JSON.stringify(answers)).not.toContain("canary");
    expect(answers[7]?.value).toMatchObject({ toolCap: 3, delivery: "codemode", totals: { ready: 5, offered: 3 } });
    expect(answers[8]?.value).toMatchObject({ servers: [{ label: "House", owner: { id: "alice", name: "alice" } }] });
  });

  test("a body can name nothing but label, address and token [SRV-02] [SRV-03]", () => {
    const add = (more: object) =>
      ROUTES.addAccountServer.body.safeParse({ label: "Hub", url: "https://a.example", ...more }).success;
    expect(add({})).toBe(true);
    for (const more of [
      { command: "sh" },
      { type: "stdio" },
      { headers: [] },
      { transport: { type: "stdio" } },
      { args: [] },
    ]) {
      expect(add(more)).toBe(false);
    }
    const patch = ROUTES.updateAccountServer.body.safeParse({ suspended: false });
    expect(patch.success).toBe(false);
  });
});
