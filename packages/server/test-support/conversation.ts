import type { Entry, TurnEvent } from "@loop/contract";
import {
  type FakeBehaviour,
  type FakeStdio,
  fakeStdioCommand,
  startWireModel,
  type WireModel,
  waitUntil,
} from "@loop/testkit";
import { onTestFinished } from "vitest";
import { type EventReader, readEvents } from "./event-reader.js";
import type { ApiClient } from "./test-server.js";

/** A conversation with a reader of its events, from its first one on. */
export class TestConversation {
  readonly id: string;
  readonly reader: EventReader;
  readonly #server: ApiClient;

  constructor(server: ApiClient, id: string, reader: EventReader) {
    this.#server = server;
    this.id = id;
    this.reader = reader;
  }

  async say(text: string): Promise<string> {
    return (await this.#server.ask("startTurn", { params: { id: this.id }, body: { text } })).turnId;
  }

  async callByHand(tool: { serverId: string; toolName: string }, args: object): Promise<string> {
    const body = { tool, arguments: args };
    return (await this.#server.ask("startCall", { params: { id: this.id }, body })).turnId;
  }

  async end(turnId: string): Promise<Extract<TurnEvent, { type: "turn-end" }>> {
    const isEnd = (event: TurnEvent) => event.type === "turn-end" && event.turnId === turnId;
    const found = (await this.reader.until("the turn has ended", (events) => events.some(isEnd))).find(isEnd);
    if (found?.type !== "turn-end") throw new Error("the turn has no end");
    return found;
  }

  /** The id of the open question. */
  async question(): Promise<string> {
    let id: string | undefined;
    await waitUntil(
      async () => {
        const { approvals } = await this.#server.ask("listApprovals");
        id = approvals.find((request) => request.conversationId === this.id)?.id;
        return id !== undefined;
      },
      { what: "a question is open", withinMs: 15_000, everyMs: 20 },
    );
    return id ?? "";
  }

  async timeline(): Promise<readonly Entry[]> {
    return (await this.#server.ask("readConversation", { params: { id: this.id } })).timeline;
  }
}

export async function openConversation(server: ApiClient, fields: object = {}): Promise<TestConversation> {
  const { conversation } = await server.ask("createConversation", { body: fields });
  const reader = readEvents(await server.events(`?after=0&conversation=${conversation.id}`));
  return new TestConversation(server, conversation.id, reader);
}

/** A fake stdio server saved under `id`, ready to be called. */
export async function addServer(server: ApiClient, id: string, behaviour: FakeBehaviour): Promise<FakeStdio> {
  const fake = fakeStdioCommand(behaviour);
  const { command, args } = fake;
  await server.ask("createServer", {
    body: { id, name: id, enabled: true, transport: { type: "stdio", command, args } },
  });
  return fake;
}

export async function untilReady(server: ApiClient, id: string): Promise<void> {
  await waitUntil(
    async () => {
      const { servers } = await server.ask("listServers");
      return servers.some((view) => view.config.id === id && view.status === "ready");
    },
    { what: `${id} is ready`, withinMs: 15_000, everyMs: 25 },
  );
}

/** A model on the wire that calls the first tool it sees once, then says what came back. */
export async function startToolCaller(args: unknown = { text: "hello" }): Promise<WireModel> {
  const model = await startWireModel((request) => {
    const [answer] = request.toolResults;
    if (answer !== undefined) return { text: `The tool said: ${answer}` };
    const tool = request.tools.find(({ name }) => name.startsWith("mcp_"));
    return tool === undefined
      ? { text: "No tool here." }
      : { text: "Let me see. ", toolCalls: [{ name: tool.name, args }] };
  });
  onTestFinished(() => model.close());
  return model;
}
