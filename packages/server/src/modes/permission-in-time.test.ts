import { startFakeHttp, waitUntil } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { codeIn, startSharedServer } from "../../test-support/shared-server.js";

const slow = { faults: [{ on: "tools/list", do: "delay", ms: 1_500 }] } as const;

async function slowTest() {
  const fake = await startFakeHttp(slow);
  onTestFinished(() => fake.close());
  const server = await startSharedServer({ env: { MCP_ALLOWED_ORIGINS: fake.origin } });
  const root = await server.setUp();
  await root.ask("createAccount", {
    body: { name: "second", password: "a long enough password", role: "administrator" },
  });
  const second = await server.signIn("second", "a long enough password");
  const adding = second.call("POST", "/api/mcp/servers", { label: "Hub", url: fake.url });
  await waitUntil(() => fake.journal.received("tools/list").length > 0, { what: "the server is being tested" });
  return { root, second, adding };
}

test.each([
  ["demoted", { role: "member" }, "servers-not-allowed"],
  ["suspended", { status: "suspended" }, "connection-closed"],
] as const)(
  "an administrator who is %s while a server is tested adds none [SRV-01] [ADM-03]",
  async (_what, change, code) => {
    const { root, second, adding } = await slowTest();
    await root.ask("updateAccount", { params: { id: second.accountId }, body: change });
    expect(codeIn(await adding)).toBe(code);
    expect((await root.ask("listInstanceServers")).servers).toEqual([]);
  },
);
