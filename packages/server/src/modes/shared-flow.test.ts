import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codeIn, startSharedServer } from "../../test-support/shared-server.js";
import { endedTimeline, openCard, openWorld, startedTurn } from "../../test-support/shared-world.js";

test("a call is put to its owner, sent once it is allowed, and leaves a step [ASK-01, TML-01, NAM-01, NAM-04]", async () => {
  const world = await openWorld();
  const params = await startedTurn(world, { mcp: true });
  const card = await openCard(world.alice);
  expect(card).toMatchObject({ allowSession: false, args: { text: "hello" }, serverName: "Hub" });
  const refused = await world.alice.call("POST", `/api/approvals/${card.id}`, { decision: "allowed-session" });
  expect(codeIn(refused)).toBe("decision-not-offered");
  await world.alice.ask("answerApproval", { params: { id: card.id }, body: { decision: "allowed" } });
  const timeline = await endedTimeline(world.alice, params);
  expect(timeline).toContainEqual(expect.objectContaining({ kind: "step", status: "ok" }));
  expect(world.server.reports).toEqual([]);
});

test("off is the default: the catalog is not sent, and no card can appear [SWT-01]", async () => {
  const world = await openWorld();
  world.model.setScript([{ text: "Plain." }]);
  const params = await startedTurn(world, {});
  await endedTimeline(world.alice, params);
  expect(world.model.requests.at(-1)?.tools ?? []).toEqual([]);
  expect((await world.alice.ask("listApprovals")).approvals).toEqual([]);
});

test("suspending a server refuses its open card, and the owner is told why [ADM-02, ADM-03]", async () => {
  const world = await openWorld();
  const params = await startedTurn(world, { mcp: true });
  const card = await openCard(world.alice);
  const at = { id: world.serverId };
  await world.root.ask("suspendInstanceServer", { params: at, body: { suspended: true } });
  const timeline = await endedTimeline(world.alice, params);
  expect(timeline).toContainEqual(
    expect.objectContaining({ kind: "step", status: "cancelled", code: "server-suspended" }),
  );
  const late = await world.alice.call("POST", `/api/approvals/${card.id}`, { decision: "allowed" });
  expect(late.status).toBe(409);
  const [shown] = (await world.alice.ask("listAccountServers")).servers;
  expect(shown).toMatchObject({ suspended: true, enabled: true, code: "server-suspended" });
});

test("an owner's open page is told when an administrator suspends a server [ADM-02]", async () => {
  const world = await openWorld();
  const stream = await world.alice.events();
  await world.root.ask("suspendInstanceServer", { params: { id: world.serverId }, body: { suspended: true } });
  const heard = await readUntil(stream, "server-status");
  expect(heard).not.toContain("Hub");
});

test("suspending an account ends its turn, its card, its stream and its sign-in [ADM-03, SEC-01]", async () => {
  const world = await openWorld();
  const stream = await world.alice.events();
  const params = await startedTurn(world, { mcp: true });
  await openCard(world.alice);
  await world.root.ask("updateAccount", { params: { id: world.alice.accountId }, body: { status: "suspended" } });
  await stream.text(); // ends
  expect((await world.alice.call("GET", "/api/state")).status).toBe(401);
  expect(
    codeIn(
      await world.server.visitor.call("POST", "/api/sign-in", { name: "alice", password: "a long enough password" }),
    ),
  ).toBe("account-suspended");
  await world.root.ask("updateAccount", { params: { id: world.alice.accountId }, body: { status: "active" } });
  const again = await world.server.signIn("alice");
  const timeline = await endedTimeline(again, params);
  expect(timeline).toContainEqual(expect.objectContaining({ kind: "step", status: "cancelled" }));
  expect((await again.ask("listApprovals")).approvals).toEqual([]);
});

test("a spoken turn has no MCP tools, whatever the switch says [VOI-01]", async () => {
  const world = await openWorld();
  world.model.setScript([{ text: "Heard." }]);
  const made = await world.alice.ask("createConversation", { body: { mcp: true } });
  const params = { id: made.conversation.id };
  await world.alice.ask("startTurn", { params, body: { text: "Say hello", spoken: true } });
  await endedTimeline(world.alice, params);
  expect(world.model.requests.at(-1)?.tools ?? []).toEqual([]);
});

test("presets, workspaces and the settings of the personal app do not exist here [ASK-04, SEC-02, SEC-03]", async () => {
  const { alice } = await openWorld();
  for (const body of [{ permission: "full-access" }, { workspace: "/tmp" }]) {
    expect(codeIn(await alice.call("POST", "/api/conversations", body))).toBe("not-in-this-mode");
  }
  for (const path of ["/api/settings/mcp", "/api/mcp/sample", "/api/settings/model"]) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      expect((await alice.call(method, path, method === "GET" ? undefined : {})).status).toBe(404);
    }
  }
});

test("the set-up code is kept for its owner until it was used, and opens nothing after that", async () => {
  const server = await startSharedServer();
  const file = join(server.dataDir, "setup-code");
  expect(readFileSync(file, "utf8").trim()).toBe(server.setupCode);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(server.launchLink).toBe(`${server.url}setup?code=${server.setupCode}`);
  expect((await server.visitor.call("GET", "/setup")).status).toBe(200);
  await server.setUp();
  expect(existsSync(file)).toBe(false);
  const again = { name: "second", password: "a long enough password", code: server.setupCode };
  expect(codeIn(await server.visitor.call("POST", "/api/setup", again))).toBe("setup-done");
  expect(existsSync(join(server.dataDir, "mcp.json"))).toBe(false);
});

/** What a stream said until a word came. */
async function readUntil(stream: Response, word: string): Promise<string> {
  let heard = "";
  for await (const piece of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += piece;
    if (heard.includes(word)) return heard;
  }
  throw new Error(`the stream ended without ${word}`);
}
