import { expect, test } from "vitest";
import { endedTimeline, openCard, openWorld, startedTurn } from "../../test-support/shared-world.js";

const script = 'return await tools.hub.echo({ text: "hello" })';

test.each([
  ["a call", "direct", { name: "mcp_hub_echo", args: { text: "hello" } }],
  ["a script's call", "codemode", { name: "codemode", args: { script } }],
] as const)("the step of %s goes on naming its server when that is removed [TML-01]", async (_what, delivery, call) => {
  const world = await openWorld();
  const { alice, model, serverId } = world;
  await alice.ask("changeToolSettings", { body: { delivery } });
  model.setScript([{ toolCalls: [call] }, { text: "It said hello." }]);
  const turn = await startedTurn(world, { mcp: true });
  const card = await openCard(alice);
  await alice.ask("answerApproval", { params: { id: card.id }, body: { decision: "allowed" } });
  await endedTimeline(alice, turn);
  await alice.ask("deleteAccountServer", { params: { id: serverId } });
  const step = (await endedTimeline(alice, turn)).find((entry) => entry.kind === "step");
  const named = { toolName: "echo", serverName: "Hub" };
  expect(step).toMatchObject(delivery === "direct" ? { tool: named } : { calls: [named] });
});
