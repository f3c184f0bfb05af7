import { type ErrorCode, ROUTES, type Route, type RouteName } from "@loop/contract";
import { expect, test } from "vitest";
import { type AccountClient, codeIn } from "../../test-support/shared-server.js";
import { endedTimeline, openCard, openWorld, type SharedWorld, startedTurn } from "../../test-support/shared-world.js";

const CANARY = "canary-7c1f-token-of-alice";

/** Everything of alice's that has an id, by the route's path up to its first parameter. */
interface Belongings {
  readonly ids: Readonly<Record<string, string>>;
  readonly memoryId: string;
  readonly card: string;
  readonly conversation: string;
}

async function ownThings(world: SharedWorld): Promise<Belongings> {
  const { alice } = world;
  const turn = await startedTurn(world, { mcp: true });
  const card = await openCard(alice);
  const { persona } = await alice.ask("createPersona", { body: { name: "Butler", instructions: "Be kind." } });
  const { memory } = await alice.ask("addMemory", { params: { id: persona.id }, body: { text: "Tea at five." } });
  const [signIn] = (await alice.ask("listSignIns")).signIns;
  const { invite } = await world.root.ask("createInvite", { body: {} });
  return {
    ids: {
      "/api/me/sign-ins/": signIn?.id ?? "",
      "/api/accounts/": alice.accountId,
      "/api/admin/invites/": invite.id,
      "/api/mcp/servers/": world.serverId,
      "/api/admin/mcp/servers/": world.serverId,
      "/api/personas/": persona.id,
      "/api/conversations/": turn.id,
      "/api/turns/": turn.turnId,
      "/api/approvals/": card.id,
    },
    memoryId: memory.id,
    card: card.id,
    conversation: turn.id,
  };
}

/** A body that the route would take from its owner. */
const BODIES: Partial<Record<RouteName, unknown>> = {
  updateConversation: { title: "Taken over", mcp: true },
  startTurn: { text: "Say hello" },
  startCall: { tool: { serverId: "x", toolName: "echo" }, arguments: {} },
  answerApproval: { decision: "allowed" },
  forkConversation: { beforeTurnId: "x" },
  updateAccountServer: { label: "Taken over", enabled: false },
  updatePersona: { name: "Taken over" },
  addMemory: { text: "Approve everything." },
  changeMemory: { text: "Approve everything." },
  updateAccount: { role: "administrator" },
  suspendInstanceServer: { suspended: true },
};

interface Probe {
  readonly name: RouteName;
  readonly route: Route;
  readonly path: string;
  readonly body: unknown;
}

/** Every route of this mode whose path names a thing, with alice's thing in it. */
function probesOf(things: Belongings): readonly Probe[] {
  const names = Object.keys(ROUTES).filter((name): name is RouteName => Object.hasOwn(ROUTES, name));
  return names.flatMap((name): Probe[] => {
    const route: Route = ROUTES[name];
    const start = route.path.indexOf(":");
    if (route.mode === "personal" || start < 0) return [];
    const id = things.ids[route.path.slice(0, start)];
    if (id === undefined) throw new Error(`no thing of alice's for ${route.path}`);
    const path = route.path.replace(":id", id).replace(":memoryId", things.memoryId);
    const body = route.body === undefined ? undefined : (BODIES[name] ?? {});
    return [{ name, route, path, body }];
  });
}

/** What alice sees of her things; readers' cursors go on, and so do last uses. */
async function everything({ alice, root }: SharedWorld, things: Belongings): Promise<string> {
  const params = { id: things.conversation };
  const persona = { id: things.ids["/api/personas/"] ?? "" };
  const seen = [
    (await alice.ask("listConversations")).conversations,
    (await alice.ask("readConversation", { params })).timeline,
    (await alice.ask("listApprovals")).approvals,
    (await alice.ask("listAccountServers")).servers,
    (await alice.ask("listPersonas")).personas,
    (await alice.ask("listMemories", { params: persona })).memories,
    (await alice.ask("listSignIns")).signIns.map(({ id }) => id),
    (await root.ask("listAccounts")).accounts,
    (await root.ask("listInvites")).invites,
    (await root.ask("listInstanceServers")).servers,
  ];
  return JSON.stringify(seen);
}

async function expectRefused(client: AccountClient, probe: Probe, status: number): Promise<void> {
  const answer = await client.call(probe.route.method, probe.path, probe.body);
  expect(answer.status, `${probe.route.method} ${probe.path} (${probe.name})`).toBe(status);
}

test("another account finds nothing of mine on any route, with any verb, and changes nothing [SEC-01, ASK-04]", async () => {
  const world = await openWorld(CANARY);
  const bob = await world.server.member(world.root, "bob");
  const things = await ownThings(world);
  const before = await everything(world, things);
  const probes = probesOf(things);
  expect(probes.length).toBeGreaterThan(20);
  for (const probe of probes) await expectRefused(bob, probe, probe.route.role === undefined ? 404 : 403);
  for (const path of new Set(probes.map((probe) => probe.path))) {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const { status } = await bob.call(method, path, method === "GET" ? undefined : {});
      expect([400, 403, 404, 405], `${method} ${path}`).toContain(status);
    }
  }
  expect(await everything(world, things)).toBe(before);
  expect((await bob.ask("listApprovals")).approvals).toEqual([]);
  expect((await bob.ask("listTools")).tools).toEqual([]);
  expect(world.server.reports).toEqual([]);
});

test("an administrator sees and does with others' servers what is said, and nothing else of theirs [SEC-01, ADM-01, ASK-04]", async () => {
  const world = await openWorld(CANARY);
  const things = await ownThings(world);
  const before = await everything(world, things);
  for (const probe of probesOf(things)) {
    if (probe.route.role === undefined) await expectRefused(world.root, probe, 404);
  }
  expect(await everything(world, things)).toBe(before);
  const [shown] = (await world.root.ask("listInstanceServers")).servers;
  expect(Object.keys(shown ?? {}).sort()).toEqual(
    ["enabled", "id", "label", "owner", "suspended", "toolCount", "url"].sort(),
  );
});

test("whoever is not signed in is told so on every route but the ways in [SEC-01]", async () => {
  const world = await openWorld();
  const things = await ownThings(world);
  for (const probe of probesOf(things)) await expectRefused(world.server.visitor, probe, 401);
  const routes: readonly Route[] = Object.values(ROUTES);
  for (const route of routes) {
    if (route.mode === "personal" || route.open === true || route.path.includes(":")) continue;
    const { status } = await world.server.visitor.call(route.method, route.path, route.body && {});
    expect(status, `${route.method} ${route.path}`).toBe(401);
  }
});

test("a stream carries nothing of another account, whatever conversation it names [SEC-01]", async () => {
  const world = await openWorld(CANARY);
  const bob = await world.server.member(world.root, "bob");
  const turn = await startedTurn(world, { mcp: true });
  const card = await openCard(world.alice);
  const streams = await Promise.all([
    bob.events(`?after=0&conversation=${turn.id}`),
    world.root.events(`?after=0&conversation=${turn.id}`),
  ]);
  await world.alice.ask("answerApproval", { params: { id: card.id }, body: { decision: "allowed" } });
  await endedTimeline(world.alice, turn);
  await bob.ask("createConversation", { body: { title: "Mine" } });
  await world.root.ask("updateAccount", { params: { id: bob.accountId }, body: { status: "suspended" } });
  const heard = await streams[0].text();
  expect(heard).toContain("Mine");
  expect(heard).not.toContain(turn.id);
  expect(heard).not.toContain(card.id);
  await streams[1].body?.cancel();
});

test("a token leaves for its own server alone: no answer, event, report or stored text holds it [SRV-05, ADM-03]", async () => {
  const world = await openWorld(CANARY);
  const stream = await world.alice.events("?after=0");
  const turn = await startedTurn(world, { mcp: true });
  const card = await openCard(world.alice);
  await world.alice.ask("answerApproval", { params: { id: card.id }, body: { decision: "allowed" } });
  const timeline = await endedTimeline(world.alice, turn);
  const answers = [
    timeline,
    await world.alice.ask("listAccountServers"),
    await world.alice.ask("readAccountServer", { params: { id: world.serverId } }),
    await world.root.ask("listInstanceServers"),
    await world.alice.ask("updateTools", { params: { id: world.serverId } }),
    world.model.requests.map((request) => request.raw),
    world.server.reports,
  ];
  await world.root.ask("updateAccount", { params: { id: world.alice.accountId }, body: { status: "suspended" } });
  expect(JSON.stringify(answers) + (await stream.text())).not.toContain(CANARY);
  expect(await world.server.storedBytes()).not.toContain(CANARY);
});

test("two accounts with one address each send their own token [SRV-03, SEC-01]", async () => {
  const world = await openWorld(CANARY);
  const bob = await world.server.member(world.root, "bob");
  const other = "canary-9d2e-token-of-bob";
  await bob.ask("addAccountServer", { body: { label: "Hub", url: world.fake.url, token: other } });
  for (const [client, token] of [
    [world.alice, CANARY],
    [bob, other],
  ] as const) {
    world.model.setScript([{ toolCalls: [{ name: "mcp_hub_headers", args: {} }] }, { text: "Done." }]);
    const turn = await startedTurn({ ...world, alice: client }, { mcp: true });
    const card = await openCard(client);
    await client.ask("answerApproval", { params: { id: card.id }, body: { decision: "allowed" } });
    const said = JSON.stringify(await endedTimeline(client, turn));
    expect(said).toContain("authorization");
    expect(said).not.toContain(token === CANARY ? other : CANARY);
  }
});

test("fifty answers to one card send one call, and only its owner's count [ASK-03]", async () => {
  const world = await openWorld();
  const bob = await world.server.member(world.root, "bob");
  const turn = await startedTurn(world, { mcp: true });
  const card = await openCard(world.alice);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0 ? world.alice : bob).call("POST", `/api/approvals/${card.id}`, { decision: "allowed" }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(24);
  expect(answers.filter((answer) => codeIn(answer) === ("approval-unknown" satisfies ErrorCode)).length).toBe(25);
  const timeline = await endedTimeline(world.alice, turn);
  expect(timeline.filter((entry) => entry.kind === "step")).toHaveLength(1);
});
