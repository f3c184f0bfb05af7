import { type SeenRequest, startWireModel, type Turn, type WireModel } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { MemoryApp } from "../../test/memory-app.js";
import { sessionBench } from "../../test/session-bench.js";
import { resolveModel } from "../models/providers.js";
import type { HostPolicy } from "../policy/host-policy.js";
import { sharedPolicy } from "../policy/shared.js";
import { catalogDeclarations } from "./declarations.js";

const TOOLS = [
  ["mail", "send"],
  ["mail", "read"],
  ["cal", "list"],
] as const;
const NAMES = ["mcp_mail_read", "mcp_mail_send", "mcp_cal_list"];
const OWN = ["memory_search", "memory_write"];

const sharedCodemode: HostPolicy = { ...sharedPolicy, delivery: "codemode" };

interface WireTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

async function wireBench(delivery: HostPolicy["delivery"], script: (request: SeenRequest) => Turn) {
  const wire = await startWireModel(script);
  onTestFinished(() => wire.close());
  const resolved = resolveModel("openai-compatible/scripted", wire.env);
  if (!resolved.ok) throw new Error(resolved.code);
  const bench = sessionBench({
    driver: resolved.driver,
    tools: TOOLS,
    policy: { ...sharedPolicy, delivery },
    handler: async () => "allowed",
    setup: () => ({ appTools: new MemoryApp().tools }),
  });
  return { ...bench, wire };
}

/** The tools of each request, as they stood on the wire. */
function declaredOn(wire: WireModel): readonly (readonly WireTool[])[] {
  return wire.requests.map(({ raw }) => {
    const { tools = [] } = raw as {
      tools?: { function: { name: string; description: string; parameters: unknown } }[];
    };
    return tools.map(({ function: { name, description, parameters } }) => ({
      name,
      description,
      inputSchema: parameters,
    }));
  });
}

const names = (wire: WireModel) => declaredOn(wire).map((tools) => tools.map(({ name }) => name));
const steps = (...turns: readonly Turn[]) => {
  return ({ index }: SeenRequest): Turn => turns[index] ?? { text: "Done." };
};
const call = (name: string, args: unknown = {}): Turn => ({ toolCalls: [{ name, args }] });

test("direct: the wire shows the app's tools and every definition, and the same in each round [NAM-04, ANN-03]", async () => {
  const bench = await wireBench("direct", steps(call("mcp_mail_send"), call("memory_search")));
  await bench.prompt("go");
  expect(names(bench.wire)).toEqual(Array(3).fill([...OWN, ...NAMES]));
  const { tools } = catalogDeclarations(bench.source.snapshot(), "direct");
  const [first = []] = declaredOn(bench.wire);
  expect(first.slice(2).sort(byName)).toEqual([...tools].sort(byName));
});

test("announce: the wire shows the one tool, and then exactly what was asked for at its end [ANN-01, ANN-03]", async () => {
  const asking = call("list_mcp_tools", { server: "MAIL" });
  const bench = await wireBench("announce", steps(asking, call("mcp_mail_send"), call("mcp_cal_list")));
  await bench.prompt("go");
  const later = [...OWN, "list_mcp_tools", "mcp_mail_read", "mcp_mail_send"];
  expect(names(bench.wire)).toEqual([[...OWN, "list_mcp_tools"], later, later, later]);
  const { tools } = catalogDeclarations(bench.source.snapshot(), "announce");
  expect(declaredOn(bench.wire)[0]?.slice(2)).toEqual(tools);
  expect(bench.source.sent.map(({ toolName }) => toolName)).toEqual(["send"]);
});

test("codemode: the wire shows the one script tool in every round, the servers are in the system prompt [CM-01, ANN-03]", async () => {
  const script = call("codemode", { script: "return await tools.mail.send({text: 'x'})" });
  const bench = await wireBench("codemode", steps(script));
  await bench.prompt("go");
  expect(names(bench.wire)).toEqual(Array(2).fill([...OWN, "codemode"]));
  const { tools, system } = catalogDeclarations(bench.source.snapshot(), "codemode");
  expect(declaredOn(bench.wire)[0]?.slice(2)).toEqual(tools);
  expect(bench.wire.requests[0]?.system).toContain(system);
  expect(bench.source.sent).toHaveLength(1);
});

test.each(["direct", "announce", "codemode"] as const)(
  "%s: the turn's end tells the cached tokens as the provider reports them [ANN-02]",
  async (delivery) => {
    const bench = await wireBench(delivery, steps(call("memory_search")));
    await bench.prompt("go");
    expect(bench.turnEnd()).toMatchObject({
      reason: "done",
      usage: { inputTokens: 100, cachedInputTokens: 64, outputTokens: 18 },
    });
  },
);

test("an empty catalog costs nothing under any exposure", () => {
  for (const delivery of ["direct", "announce", "codemode"] as const) {
    expect(catalogDeclarations({ tools: [], servers: [] }, delivery)).toEqual({ tools: [], system: "" });
  }
});

function byName(left: WireTool, right: WireTool): number {
  return left.name < right.name ? -1 : 1;
}

test("a server with a handle is called by it in prompt and scripts, whatever its id is [CM-01]", async () => {
  const script = call("codemode", { script: "return await tools.post.send({text: 'x'})" });
  const bench = sessionBench({
    script: [script, { text: "Done." }],
    policy: sharedCodemode,
    handler: async () => "allowed",
  });
  const { tools, servers } = bench.source.snapshot();
  bench.source.snapshot = () => ({ tools, servers: servers.map((server) => ({ ...server, handle: "post" })) });
  await bench.prompt("go");
  expect(bench.model?.requests[0]?.system).toContain('- id="post" name="MAIL"');
  expect(bench.source.sent).toHaveLength(1);
});
