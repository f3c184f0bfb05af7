import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addCard, member, openAccountBench } from "../../test-support/account-bench.js";
import { mcpForTurn } from "./turn-setup.js";

const flag = fc.boolean();
const maybe = fc.constantFrom(null, true, false);

describe("whether a turn has MCP tools", () => {
  test("a conversation without a choice is off, unless the account wants them everywhere [SWT-01]", () => {
    const turn = { conversationChoice: null, spoken: false, botTick: null };
    expect(mcpForTurn({ ...turn, everywhere: false })).toBe("off");
    expect(mcpForTurn({ ...turn, everywhere: true })).toBe("on");
  });

  test("a conversation's own choice beats everywhere, a bot's tick both, and a spoken turn has none [SWT-02] [BOT-01] [VOI-01]", () => {
    fc.assert(
      fc.property(maybe, flag, flag, maybe, (conversationChoice, everywhere, spoken, botTick) => {
        const outcome = mcpForTurn({ conversationChoice, everywhere, spoken, botTick });
        if (spoken) expect(outcome).toBe("off");
        else if (botTick !== null) expect(outcome).toBe(botTick ? "on" : "off");
        else if (conversationChoice !== null) expect(outcome).toBe(conversationChoice ? "on" : "off");
      }),
      { seed: 1 },
    );
  });
});

const plain = { accountId: "alice", conversationChoice: null, spoken: false, botTick: null, byHand: false };

async function roomWithServers() {
  const bench = await openAccountBench();
  const fake = await bench.fake({ tools: ["echo"] });
  const room = bench.replica();
  await addCard(room, "alice", { label: "Hub", url: fake.url });
  const second = await addCard(room, "alice", { label: "Second", url: fake.url });
  await room.suspensions.suspend(second, true);
  return { bench, fake, room, second };
}

describe("what a turn works with", () => {
  test("switched off there is no source, no notice, and a call by hand is refused [SWT-01] [SWT-02]", async () => {
    const { room } = await roomWithServers();
    const setup = await room.setUpTurn(plain);
    expect(setup).toMatchObject({ ok: true, value: { toolSource: null, notices: [], policy: { name: "shared" } } });
    expect(await room.setUpTurn({ ...plain, byHand: true })).toEqual({ ok: false, code: "tools-switched-off" });
    const off = { ...plain, conversationChoice: false };
    await room.toolSettings.change("alice", { mcpEverywhere: true });
    expect(await room.setUpTurn(off)).toMatchObject({ ok: true, value: { toolSource: null } });
  });

  test("a spoken turn has no source whatever is switched on [VOI-01]", async () => {
    const { room } = await roomWithServers();
    await room.toolSettings.change("alice", { mcpEverywhere: true });
    const spoken = { ...plain, conversationChoice: true, spoken: true, botTick: true };
    expect(await room.setUpTurn(spoken)).toMatchObject({ ok: true, value: { toolSource: null, notices: [] } });
  });

  test("switched on it has the stored tools, the account's settings, eight rounds and what was left out [SWT-01] [NAM-03] [TML-01]", async () => {
    const { room, second } = await roomWithServers();
    await room.toolSettings.change("alice", { toolCap: 7, delivery: "announce" });
    const setup = await room.setUpTurn({ ...plain, conversationChoice: true, byHand: true });
    if (!setup.ok || setup.value.toolSource === null) throw new Error("the turn has a source");
    expect(setup.value.toolSource.snapshot("").tools.map(({ name }) => name)).toEqual(["mcp_hub_echo"]);
    expect(setup.value.policy).toMatchObject({
      toolCap: 7,
      delivery: "announce",
      rounds: { plain: 4, withMcp: 8 },
      consent: { kind: "every-call", answerWithinMs: 120_000 },
    });
    const params = { serverId: second, serverName: "Second" };
    expect(setup.value.notices).toEqual([{ code: "server-suspended", params }]);
  });

  test("settings are the account's own, and odd stored values read as the usual ones [CAP-01] [SEC-01]", async () => {
    const { bench, room } = await roomWithServers();
    await room.toolSettings.change("alice", { toolCap: 12, mcpEverywhere: true });
    const usual = { toolCap: 200, delivery: "direct", mcpEverywhere: false };
    expect(await room.toolSettings.read("bob")).toEqual(usual);
    expect(await room.toolSettings.read("alice")).toEqual({ ...usual, toolCap: 12, mcpEverywhere: true });
    for (const key of ["mcp-tool-cap", "mcp-delivery", "mcp-everywhere"])
      await bench.stores.settings.set("bob", key, "?");
    expect(await room.toolSettings.read("bob")).toEqual(usual);
    expect((await room.cards.list(member("bob"))).servers).toEqual([]);
  });
});
