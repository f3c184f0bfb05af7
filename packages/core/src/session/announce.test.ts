import { expect, test } from "vitest";
import { MemoryApp } from "../../test/memory-app.js";
import type { MemoryTool } from "../../test/memory-source.js";
import { type BenchOptions, sendCall, sessionBench } from "../../test/session-bench.js";
import type { HostPolicy } from "../policy/host-policy.js";
import { sharedPolicy } from "../policy/shared.js";

const announce: HostPolicy = { ...sharedPolicy, delivery: "announce" };
const TOOLS: readonly MemoryTool[] = [
  ["mail", "send"],
  ["mail", "read"],
  ["hub", "Chatto-post", "Chatto"],
  ["hub", "Chatto-list", "Chatto"],
  ["hub", "lamp-on", "home"],
  ["hub", "ping"],
];
const done = { text: "ok" };
const ask = (args: unknown) => ({ toolCalls: [{ name: "list_mcp_tools", args }] });
const bench = (options: BenchOptions) => sessionBench({ policy: announce, tools: TOOLS, ...options });
type Bench = ReturnType<typeof bench>;
const declared = ({ model }: Bench) => (model?.requests ?? []).map(({ tools }) => tools.map(({ name }) => name));

test("a turn declares one tool, which names the servers and their groups; no definition is in the request [ANN-01]", async () => {
  const one = bench({ script: [done] });
  await one.prompt("go");
  expect(declared(one)).toEqual([["list_mcp_tools"]]);
  const request = one.model?.requests[0];
  expect(request?.tools[0]?.description).toContain(
    ['- "MAIL": 2 tools', '- "HUB": 4 tools in groups "Chatto" (2), "home" (1), "(ungrouped)" (1)'].join("\n"),
  );
  expect(JSON.stringify(request)).not.toContain("mcp_mail");
  expect(JSON.stringify(request)).not.toContain("Does send");
});

test("asking is put to nobody and sends nothing; definitions join at the end from the next round on [ANN-01]", async () => {
  const asked: unknown[] = [];
  const one = bench({
    script: [ask({ server: "hub", group: "chatto" }), ask({ server: "MAIL" }), ask({ server: "HUB" }), done],
    handler: async (request) => {
      asked.push(request);
      return "allowed";
    },
  });
  await one.prompt("go");
  const chatto = ["mcp_hub_Chatto-list", "mcp_hub_Chatto-post"];
  const mail = ["mcp_mail_read", "mcp_mail_send"];
  expect(declared(one)).toEqual([
    ["list_mcp_tools"],
    ["list_mcp_tools", ...chatto],
    ["list_mcp_tools", ...chatto, ...mail],
    ["list_mcp_tools", ...chatto, ...mail, "mcp_hub_lamp-on", "mcp_hub_ping"],
  ]);
  expect(one.toldModel(1)[0]).toBe(
    "From your next message on you can call 2 tools: mcp_hub_Chatto-list, mcp_hub_Chatto-post.",
  );
  expect([asked, one.source.sent]).toEqual([[], []]);
  expect(new Set(one.model?.requests.map(({ system }) => system)).size).toBe(1);
  expect(one.timeline().entries[1]).toMatchObject({
    kind: "step",
    tool: { builtin: "list_mcp_tools" },
    status: "ok",
    args: { server: "hub", group: "chatto" },
  });
});

test("without a server everything is listed from the frozen snapshot, and nothing joins [ANN-01]", async () => {
  const one = bench({ script: [ask({}), done] });
  const turn = one.prompt("go");
  one.source.replace([["new", "late"]]);
  await turn;
  expect(declared(one)).toEqual([["list_mcp_tools"], ["list_mcp_tools"]]);
  const [told = ""] = one.toldModel(1);
  for (const [server, tool] of TOOLS) expect(told).toContain(`mcp_${server}_${tool}`);
  expect(told).not.toContain("late");
});

test("a call that follows is asked as always, and only then sent [ANN-01, ASK-01]", async () => {
  const asked: unknown[] = [];
  const one = bench({
    script: [ask({ server: "MAIL" }), sendCall(), sendCall({ text: "again" }), done],
    handler: async (request) => {
      asked.push(request.args);
      return asked.length === 1 ? "allowed" : "denied";
    },
  });
  await one.prompt("go");
  expect(asked).toEqual([{ text: "hi" }, { text: "again" }]);
  expect(one.source.sent.map(({ args }) => args)).toEqual([{ text: "hi" }]);
  expect(one.ends().map(({ status }) => status)).toEqual(["ok", "ok", "denied"]);
});

test("a tool that was not asked for is not sent, and the model learns how to ask [ANN-01]", async () => {
  const one = bench({
    script: [
      {
        toolCalls: [
          { name: "mcp_hub_lamp-on", args: {} },
          { name: "mcp_mail_send", args: {} },
        ],
      },
      done,
    ],
    handler: async () => "allowed",
  });
  await one.prompt("go");
  expect(one.source.sent).toEqual([]);
  expect(one.toldModel(1)).toEqual([
    'mcp_hub_lamp-on has not been asked for in this turn: call list_mcp_tools with {"server":"HUB","group":"home"} first. Nothing was sent.',
    'mcp_mail_send has not been asked for in this turn: call list_mcp_tools with {"server":"MAIL"} first. Nothing was sent.',
  ]);
  expect(one.timeline().entries[1]).toMatchObject({
    kind: "step",
    tool: { serverId: "hub", toolName: "lamp-on" },
    status: "failed",
    code: "tool-not-asked-for",
  });
});

test("a tool asked for in the same answer can be called from the next one on [ANN-01]", async () => {
  const both = { toolCalls: [{ name: "list_mcp_tools", args: { server: "MAIL" } }, ...sendCall().toolCalls] };
  const one = bench({ script: [both, sendCall(), done], handler: async () => "allowed" });
  await one.prompt("go");
  expect(one.toldModel(1)[1]).toBe("mcp_mail_send can be called from your next message on. Nothing was sent.");
  expect(one.source.sent).toHaveLength(1);
});

test("a next turn starts with the one tool again", async () => {
  const one = bench({ script: [ask({ server: "MAIL" }), done, done] });
  await one.prompt("go");
  await one.prompt("and again");
  expect(declared(one).map(({ length }) => length)).toEqual([1, 3, 1]);
});

test("a server or group that is not there is said, with those that are", async () => {
  const one = bench({ script: [ask({ server: "nobody" }), ask({ server: "HUB", group: "none" }), done] });
  await one.prompt("go");
  expect(one.toldModel(2)[0]).toContain('There is no such server. The servers are:\n- "MAIL": 2 tools\n- "HUB"');
  expect(one.toldModel(2)[1]).toContain('no such group:\n- "HUB": 4 tools in groups "Chatto" (2)');
  expect(one.ends().map(({ status, code }) => [status, code])).toEqual([
    ["failed", "arguments-invalid"],
    ["failed", "arguments-invalid"],
  ]);
});

test.each([
  ["the account's cap", { maxTools: null }, 3, "account"],
  ["the model's own limit, less what is declared besides", { maxTools: 6 }, 3, "model"],
])("%s counts the definitions asked for [CAP-02]", async (_name, capabilities, kept, limit) => {
  const one = bench({
    script: [ask({ server: "MAIL" }), ask({ server: "HUB" }), ask({ server: "HUB" }), ask({ server: "MAIL" }), done],
    capabilities,
    policy: { ...announce, toolCap: limit === "account" ? kept : 200 },
    setup: () => ({ appTools: new MemoryApp().tools }),
  });
  await one.prompt("go");
  const own = ["memory_search", "memory_write", "list_mcp_tools"];
  const all = [...own, "mcp_mail_read", "mcp_mail_send", "mcp_hub_Chatto-list"];
  expect(declared(one)).toEqual([own, all.slice(0, 5), all, all, all]);
  expect(one.notices().map(({ code, params }) => [code, params])).toEqual([
    ["tools-over-limit", { ready: 6, offered: 3, leftOut: 3, limit }],
  ]);
  expect(one.toldModel(2)[1]).toContain("No room is left in this turn for 3 tools: mcp_hub_Chatto-post");
});

test("a source's tool never takes the name of one of the app's own [NAM-01]", async () => {
  const own = bench({ script: [done], tools: [["mail", "send"]], policy: { ...sharedPolicy, delivery: "direct" } });
  const named = own.source.snapshot();
  own.source.snapshot = () => ({
    ...named,
    tools: [
      ...named.tools,
      ...["list_mcp_tools", "memory_write", "codemode"].map((name) => ({ ...first(named.tools), name })),
    ],
  });
  await own.prompt("go");
  expect(declared(own)).toEqual([["mcp_mail_send"]]);
  expect(own.notices().map(({ code }) => code)).toEqual(Array(3).fill("tool-name-reserved"));
});

function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error("nothing there");
  return one;
}

test.each(["direct", "announce", "codemode"] as const)(
  "%s: a turn with MCP tools gets eight rounds, one without four, and the end says so [NAM-03]",
  async (delivery) => {
    const policy = { ...sharedPolicy, delivery };
    const script = () => ({ toolCalls: [{ name: "nothing", args: {} }] });
    const withTools = bench({ script, policy });
    await withTools.prompt("go");
    expect(withTools.model?.requests).toHaveLength(8);
    expect(withTools.timeline().entries.at(-1)).toMatchObject({
      kind: "notice",
      code: "turn-rounds",
      reason: "rounds",
    });
    const without = bench({ script, policy, tools: [] });
    await without.prompt("go");
    const off = bench({ script, policy, setup: () => ({ toolSource: null }) });
    await off.prompt("go");
    expect([without.model?.requests.length, off.model?.requests.length]).toEqual([4, 4]);
    expect(declared(off)).toEqual(Array(4).fill([]));
    expect(off.turnEnd()).toMatchObject({ reason: "rounds" });
  },
);

test.each(["direct", "announce", "codemode"] as const)(
  "%s: switched off, a turn declares nothing of servers and refuses a call by hand [SWT-02]",
  async (delivery) => {
    const off = bench({ script: [done], policy: { ...sharedPolicy, delivery }, setup: () => ({ toolSource: null }) });
    await off.prompt("go");
    expect(off.model?.requests[0]).toMatchObject({ tools: [] });
    expect(off.model?.requests[0]?.system).not.toContain("mcp");
    await off.call("mail", "send", {});
    expect(off.turnEnd()).toMatchObject({ reason: "failed", code: "tool-unknown" });
    await off.runScript("return 1");
    expect(off.turnEnd()).toMatchObject({ reason: "failed", code: "tool-unknown" });
    expect(off.source.sent).toEqual([]);
  },
);
