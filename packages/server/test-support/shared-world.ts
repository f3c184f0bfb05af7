import { type FakeHttpServer, startFakeHttp, startWireModel, type WireModel, waitUntil } from "@loop/testkit";
import { onTestFinished } from "vitest";
import { type AccountClient, type SharedServer, startSharedServer } from "./shared-server.js";

export interface SharedWorld {
  readonly server: SharedServer;
  /** The administrator. */
  readonly root: AccountClient;
  /** A member with one MCP server, labelled Hub. */
  readonly alice: AccountClient;
  readonly fake: FakeHttpServer;
  readonly model: WireModel;
  readonly serverId: string;
}

/** An instance with an administrator and a member who has one server; the model asks for `echo` once. */
export async function openWorld(token?: string): Promise<SharedWorld> {
  const fake = await startFakeHttp({});
  onTestFinished(() => fake.close());
  const model = await startWireModel([
    { toolCalls: [{ name: "mcp_hub_echo", args: { text: "hello" } }] },
    { text: "It said hello." },
  ]);
  onTestFinished(() => model.close());
  const env = { ...model.env, MCP_ALLOWED_ORIGINS: new URL(fake.url).origin };
  const server = await startSharedServer({ env });
  const root = await server.setUp();
  await root.ask("changeInstanceSettings", { body: { usersMayAddMcpServers: true } });
  const alice = await server.member(root, "alice");
  const body = { label: "Hub", url: fake.url, ...(token === undefined ? {} : { token }) };
  const added = await alice.ask("addAccountServer", { body });
  return { server, root, alice, fake, model, serverId: added.server.id };
}

/** A turn of alice's in a new conversation. */
export async function startedTurn({ alice }: SharedWorld, conversation: { readonly mcp?: boolean }) {
  const made = await alice.ask("createConversation", { body: conversation });
  const params = { id: made.conversation.id };
  const { turnId } = await alice.ask("startTurn", { params, body: { text: "Say hello" } });
  return { ...params, turnId };
}

export function openCard(client: AccountClient) {
  return seen(async () => (await client.ask("listApprovals")).approvals[0] ?? null);
}

export function endedTimeline(client: AccountClient, { id }: { readonly id: string }) {
  return seen(async () => {
    const read = await client.ask("readConversation", { params: { id } });
    return read.conversation.runningTurnId === null ? read.timeline : null;
  });
}

/** Asks again until there is an answer. */
async function seen<Value>(look: () => Promise<Value | null>): Promise<Value> {
  let found: Value | null = null;
  await waitUntil(
    async () => {
      found = await look();
      return found !== null;
    },
    { withinMs: 20_000, everyMs: 20 },
  );
  if (found === null) throw new Error("it was seen a moment ago");
  return found;
}
