import {
  type FakeHttpServer,
  type PostgresServer,
  startFakeHttp,
  startPostgres,
  startWireModel,
  type WireModel,
} from "@loop/testkit";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { startLoop } from "../../test-support/loop-process.js";
import {
  type AccountClient,
  accountClient,
  type SharedServer,
  startSharedServer,
} from "../../test-support/shared-server.js";
import { endedTimeline, openCard } from "../../test-support/shared-world.js";

const SECRET = "the secret that all servers share";
const TOOL = { name: "mcp_hub_echo", args: { text: "hello" } };

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

interface Pair {
  readonly env: Readonly<Record<string, string>>;
  readonly fake: FakeHttpServer;
  readonly model: WireModel;
  readonly one: SharedServer;
  readonly two: SharedServer;
  /** Alice's browser, as each server sees it. */
  readonly here: AccountClient;
  readonly there: AccountClient;
  readonly root: AccountClient;
  readonly serverId: string;
}

let pair: Pair;
beforeEach(async () => {
  pair = await openPair();
}, 60_000);

/** Two servers on one database; alice has one MCP server and signed in on the first. */
async function openPair(): Promise<Pair> {
  const fake = await startFakeHttp({});
  const model = await startWireModel([{ toolCalls: [TOOL] }, { text: "It said hello." }]);
  onTestFinished(async () => {
    await model.close();
    await fake.close();
  });
  const env = {
    ...model.env,
    MCP_ALLOWED_ORIGINS: fake.origin,
    DATABASE_URL: await newDatabase(),
    LOOP_SECRET: SECRET,
  };
  const [one, two] = [await startSharedServer({ env }), await startSharedServer({ env })];
  const root = await one.setUp();
  await root.ask("changeInstanceSettings", { body: { usersMayAddMcpServers: true } });
  const here = await one.member(root, "alice");
  const added = await here.ask("addAccountServer", { body: { label: "Hub", url: fake.url } });
  const there = onServer(two.url, here);
  return { env, fake, model, one, two, here, there, root, serverId: added.server.id };
}

let databases = 0;
async function newDatabase(): Promise<string> {
  databases += 1;
  await postgres.run(`create database replicas_${databases} encoding 'UTF8' template template0`);
  return postgres.url(`replicas_${databases}`);
}

/** The same sign-in at another server. Reached without a common name, each has a cookie of its own port's name. */
function onServer(url: string, { cookie, accountId }: AccountClient): AccountClient {
  const token = cookie.slice(cookie.indexOf("=") + 1);
  return accountClient(url, `loop_${new URL(url).port}=${token}`, accountId);
}

async function startedTurn(client: AccountClient) {
  const { conversation } = await client.ask("createConversation", { body: { mcp: true } });
  const { turnId } = await client.ask("startTurn", { params: { id: conversation.id }, body: { text: "Say hello" } });
  return { id: conversation.id, turnId };
}

test("a card of one server is answered on another, and the call goes out once [ASK-03]", async () => {
  const turn = await startedTurn(pair.here);
  const card = await openCard(pair.there);
  const answers = await Promise.all(
    [pair.here, pair.there, pair.here, pair.there].map((client) =>
      client.call("POST", `/api/approvals/${card.id}`, { decision: "allowed" }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const timeline = await endedTimeline(pair.there, turn);
  expect(timeline).toContainEqual(expect.objectContaining({ kind: "step", status: "ok" }));
  expect(await endedTimeline(pair.here, turn)).toEqual(timeline);
}, 60_000);

test("a turn stops on its server when it is stopped on another, and goes on from its history on either", async () => {
  const turn = await startedTurn(pair.here);
  await openCard(pair.there);
  await pair.there.ask("cancelTurn", { params: { id: turn.turnId } });
  const stopped = await endedTimeline(pair.here, turn);
  expect(stopped).toContainEqual(expect.objectContaining({ kind: "step", status: "cancelled" }));
  for (const [client, words] of [
    [pair.there, "Second"],
    [pair.here, "Third"],
  ] as const) {
    pair.model.setScript([{ text: `${words} answer.` }]);
    await client.ask("startTurn", { params: { id: turn.id }, body: { text: words } });
    await endedTimeline(client, turn);
  }
  const sent = JSON.stringify(pair.model.requests.at(-1)?.raw);
  for (const words of ["Say hello", "Second", "Second answer.", "Third"]) expect(sent).toContain(words);
}, 60_000);

test("an administrator's decision on one server reaches cards, turns and streams of another [ADM-03]", async () => {
  const elsewhere = onServer(pair.two.url, pair.root);
  const first = await startedTurn(pair.here);
  await openCard(pair.here);
  const at = { id: pair.serverId };
  await elsewhere.ask("suspendInstanceServer", { params: at, body: { suspended: true } });
  expect(await endedTimeline(pair.here, first)).toContainEqual(
    expect.objectContaining({ kind: "step", code: "server-suspended" }),
  );
  await elsewhere.ask("suspendInstanceServer", { params: at, body: { suspended: false } });
  pair.model.setScript([{ toolCalls: [TOOL] }, { text: "It said hello." }]);
  const stream = await pair.here.events();
  const second = await startedTurn(pair.here);
  await openCard(pair.here);
  await elsewhere.ask("updateAccount", { params: { id: pair.here.accountId }, body: { status: "suspended" } });
  await stream.text(); // ends
  expect((await pair.here.call("GET", "/api/state")).status).toBe(401);
  await elsewhere.ask("updateAccount", { params: { id: pair.here.accountId }, body: { status: "active" } });
  const again = await pair.two.signIn("alice");
  expect(await endedTimeline(again, second)).toContainEqual(
    expect.objectContaining({ kind: "step", status: "cancelled" }),
  );
}, 60_000);

test("a stream ends soon after its sign-in ended on another server [SEC-01]", async () => {
  const stream = await pair.here.events();
  await pair.there.ask("signOut");
  await stream.text(); // ends
  expect((await pair.here.call("GET", "/api/state")).status).toBe(401);
}, 60_000);

test("a server killed under an open card: another ends the turn as interrupted, and nothing was sent [ASK-05]", async () => {
  const killed = startLoop({ ...pair.env, LOOP_MODE: "shared", LOOP_DATA_DIR: pair.one.dataDir });
  const client = onServer((await killed.ready()).href, pair.here);
  const turn = await startedTurn(client);
  const card = await openCard(pair.there);
  killed.child.kill("SIGKILL");
  await killed.ended();
  const timeline = await endedTimeline(pair.there, turn);
  const [step] = timeline.filter((entry) => entry.kind === "step");
  expect(step).toMatchObject({ status: "interrupted", code: "turn-interrupted" });
  expect(step).not.toHaveProperty("mayHaveTakenEffect");
  const late = await pair.there.call("POST", `/api/approvals/${card.id}`, { decision: "allowed" });
  expect(late.status).toBe(409);
}, 60_000);

test("a server with another secret does not start on the same database [SRV-05]", async () => {
  const other = startLoop({ ...pair.env, LOOP_MODE: "shared", LOOP_SECRET: "quite another secret than theirs" });
  expect(await other.ended()).toBe(1);
  expect(other.stderr()).toContain("secret");
  expect(other.stderr()).not.toContain("quite another");
}, 60_000);
