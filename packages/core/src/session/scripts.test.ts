import { expect, test } from "vitest";
import { textAnswer } from "../../test/memory-source.js";
import { type BenchOptions, scriptPolicy, sessionBench } from "../../test/session-bench.js";
import type { ApprovalHandler } from "../approvals/approval.js";

const allow: ApprovalHandler = async () => "allowed";
const done = { text: "ok" };
const script = (source: string) => ({ toolCalls: [{ name: "codemode", args: { script: source } }] });
const bench = (options: BenchOptions) => sessionBench({ policy: scriptPolicy, ...options });
const send = (text: string) => `await tools.mail.send({ text: ${JSON.stringify(text)} })`;

test("a model is told of one tool and the ready services; their schemas are not declared [CM-01, PRM-01, PRM-02]", async () => {
  const { prompt, model } = bench({
    script: [done],
    tools: [
      ["mail", "send"],
      ["mail", "read"],
      ["cal", "list"],
    ],
  });
  await prompt("hi");
  const request = model?.requests[0];
  expect(request?.tools.map((tool) => tool.name)).toEqual(["codemode"]);
  expect(request?.system).toContain('<mcp_servers>\n- id="mail" name="MAIL" access="codemode"\n- id="cal"');
  expect(request?.system).toContain("<tools>\ncodemode\n</tools>");
  expect(JSON.stringify(request)).not.toContain("Does send");
});

test("a script's calls are asked one by one, and only what it emits reaches model, history and events [CM-02, CM-03]", async () => {
  const asked: unknown[] = [];
  const handler: ApprovalHandler = async (request) => {
    asked.push([request.callId.split("/")[1], request.args]);
    return "allowed";
  };
  const source = `${send("a")}; const second = ${send("b")}; return second.length`;
  const {
    prompt,
    source: tools,
    toldModel,
    timeline,
    saved,
    events,
  } = bench({ script: [script(source), done], handler });
  tools.answer = () => textAnswer("a secret answer");
  await prompt("go");
  expect(asked).toEqual([
    ["1", { text: "a" }],
    ["2", { text: "b" }],
  ]);
  expect(toldModel(1)).toEqual(["15"]);
  expect(timeline().entries[1]).toMatchObject({
    kind: "step",
    tool: "codemode",
    status: "ok",
    args: { script: source },
    result: [{ type: "text", text: "15" }],
    calls: [
      { serverId: "mail", toolName: "send", label: "send of mail", status: "ok" },
      { serverId: "mail", toolName: "send", label: "send of mail", status: "ok" },
    ],
  });
  expect(JSON.stringify([events, saved])).not.toContain("a secret answer");
});

test("a refused call is an error the script can catch, and the script goes on [CM-03]", async () => {
  const source = `try { ${send("a")} } catch (error) { return [error.code, error.message] }`;
  const handler: ApprovalHandler = async () => ({ decision: "denied", note: "not today" });
  const { prompt, toldModel, timeline, source: tools } = bench({ script: [script(source), done], handler });
  await prompt("go");
  expect(JSON.parse(toldModel(1)[0] ?? "")).toEqual(["denied", "not today"]);
  expect(timeline().entries[1]).toMatchObject({ status: "ok", calls: [{ status: "denied" }] });
  expect(tools.sent).toEqual([]);
});

test("Stop script on a card ends the script: nothing of it is sent after that [CM-07]", async () => {
  const source = `for (let i = 0; i < 5; i += 1) { try { ${send("x")} } catch {} } return "ended"`;
  let asked = 0;
  const handler: ApprovalHandler = async () => {
    asked += 1;
    return { decision: "denied", stopScript: true };
  };
  const { prompt, toldModel, timeline, source: tools } = bench({ script: [script(source), done], handler });
  await prompt("go");
  expect(asked).toBe(1);
  expect(tools.sent).toEqual([]);
  expect(timeline().entries[1]).toMatchObject({ status: "cancelled", code: "call-cancelled" });
  expect(toldModel(1)[0]).toContain("cancelled");
});

test("stopping the turn reaches the script, its open card and its call on the wire [CM-07]", async () => {
  const cancel = new AbortController();
  let withdrawn = false;
  const handler: ApprovalHandler = (_, { signal }) => {
    signal.addEventListener("abort", () => {
      withdrawn = true;
    });
    cancel.abort();
    return new Promise(() => {});
  };
  const { prompt, turnEnd, timeline, source: tools } = bench({ script: [script(send("a")), done], handler });
  await prompt("go", cancel.signal);
  expect(withdrawn).toBe(true);
  expect(tools.sent).toEqual([]);
  expect(turnEnd()).toMatchObject({ reason: "stopped" });
  expect(timeline().entries[1]).toMatchObject({ status: "cancelled", calls: [{ status: "cancelled" }] });
});

test("after three refusals a script puts nothing more to a person, and what a grant covers still goes out [CM-03, PER-02]", async () => {
  const asked: string[] = [];
  const handler: ApprovalHandler = async ({ tool }) => {
    const name = "toolName" in tool ? tool.toolName : "";
    asked.push(name);
    return name === "read" ? "allowed-session" : "denied";
  };
  const source = `const codes = []; await tools.mail.read();
    for (let i = 0; i < 5; i += 1) { try { ${send("x")} } catch (error) { codes.push(error.code) } }
    await tools.mail.read(); return codes.join()`;
  const {
    prompt,
    toldModel,
    source: tools,
  } = bench({
    script: [script(source), done],
    tools: [
      ["mail", "send"],
      ["mail", "read"],
    ],
    handler,
  });
  await prompt("go");
  expect(toldModel(1)[0]).toBe("denied,denied,denied,denied_repeatedly,denied_repeatedly");
  expect(asked).toEqual(["read", "send", "send", "send"]);
  expect(tools.sent).toHaveLength(2);
});

test("a grant covers the exact tool in scripts too, and says so in the paired events [CM-03, GRT-03, PER-07]", async () => {
  let asked = 0;
  const handler: ApprovalHandler = async () => {
    asked += 1;
    return "allowed-session";
  };
  const source = `${send("a")}; ${send("b")}; await tools.mail.read()`;
  const { prompt, results } = bench({
    script: [script(source), done],
    tools: [
      ["mail", "send"],
      ["mail", "read"],
    ],
    handler,
  });
  await prompt("go");
  expect(asked).toBe(2);
  expect(results()).toEqual([
    { decision: "allowed-session" },
    { decision: "allowed", source: "session-grant" },
    { decision: "allowed-session" },
  ]);
});

test("the names a script may use are those of the prompt's snapshot, and a catalog that ended refuses [CAT-01, CAT-06, PRM-04]", async () => {
  const {
    prompt,
    toldModel,
    source: tools,
  } = bench({
    script: [
      script("emit(Object.keys(tools)); try { await tools.mail.send({}) } catch (error) { emit(error.code) }"),
      done,
    ],
    handler: async () => {
      tools.replace([
        ["mail", "send"],
        ["new", "tool"],
      ]);
      return "allowed";
    },
  });
  await prompt("go");
  expect(toldModel(1)).toEqual(['[\n "mail"\n]catalog_changed']);
  expect(tools.sent).toEqual([]);
});

test("a script without a listener for questions is told that nobody can be asked [CM-03, PER-05]", async () => {
  const source = `try { ${send("a")} } catch (error) { return error.code }`;
  const { prompt, toldModel } = bench({ script: [script(source), done] });
  await prompt("go");
  expect(toldModel(1)).toEqual(["approval_unavailable"]);
});

test("a script run by hand is the person's step, told to the model as their words [CM-08]", async () => {
  const { runScript, timeline, saved } = bench({ handler: allow });
  await runScript(`const r = ${send("a")}; return r`);
  expect(timeline().entries[0]).toMatchObject({
    tool: "codemode",
    byHand: true,
    status: "ok",
    calls: [{ status: "ok" }],
  });
  expect(saved[0]).toMatchObject({ role: "user" });
  expect(JSON.stringify(saved[0])).toContain("I ran this script");
});

test("without ready tools there is no script tool, and a script by hand finds none [CM-01]", async () => {
  const { prompt, model, runScript, turnEnd } = bench({ script: [done], tools: [] });
  await prompt("hi");
  expect(model?.requests[0]?.tools).toEqual([]);
  expect(model?.requests[0]?.system).not.toContain("mcp_servers");
  await runScript("return 1");
  expect(turnEnd()).toMatchObject({ reason: "failed", code: "tool-unknown" });
});

test("with 60 servers and 2,600 tools ready a prompt's declarations stay under 2,500 tokens [CM-01, PRM-06]", async () => {
  const tools = Array.from({ length: 2_600 }, (_, n) => [`server-${n % 60}`, `tool_number_${n}`] as const);
  const { prompt, model } = bench({ script: [done], tools });
  await prompt("hi");
  const request = model?.requests[0];
  // Three characters a token is a high estimate for such text.
  expect((JSON.stringify(request?.tools) + request?.system).length / 3).toBeLessThan(2_500);
});

test("a call the script did not await ends in the events before the script does, however slow its server [CM-03, CM-07]", async () => {
  const { runScript, source: tools, events } = bench({ permission: "full-access" });
  tools.answer = ({ signal }) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => setImmediate(() => resolve(textAnswer("late"))), { once: true });
    });
  await runScript("tools.mail.send({}); await searchTools('send'); await searchTools('send'); return 1");
  const order = events.flatMap((event) => (event.type === "call-end" ? [event.callId] : []));
  expect(order).toEqual(["id1/1", "id1"]);
  expect(events.at(-1)?.type).toBe("turn-end");
});

test("what is shown in an approval is what is sent: getters, toJSON, numbers and keys of every kind [PER-06]", async () => {
  const asked: string[] = [];
  const handler: ApprovalHandler = async ({ args }) => {
    asked.push(JSON.stringify(args));
    return "allowed";
  };
  const source = `
    let n = 0;
    await tools.mail.send({ get a() { n += 1; return n }, ["__proto__"]: { x: 1 }, constructor: 1, half: "\\ud800",
      huge: JSON.rawJSON("1e400"), long: JSON.rawJSON("12345678901234567890"), none: undefined, list: [, 1n] });
    await tools.mail.send({ toJSON() { return { hidden: n } } });
    let deep = []; for (let i = 0; i < 2000; i += 1) deep = [deep];
    try { await tools.mail.send({ deep }) } catch (error) { return error.code }`;
  const { runScript, source: tools, ends } = bench({ handler });
  await runScript(source);
  expect(tools.sent.map(({ args }) => JSON.stringify(args))).toEqual(asked);
  expect(asked).toEqual([
    '{"a":1,"__proto__":{"x":1},"constructor":1,"half":"\\ud800","huge":null,"long":12345678901234567000,"list":[null,"1"]}',
    '{"hidden":1}',
  ]);
  expect(ends().at(-1)?.result).toEqual([{ type: "text", text: "invalid_input" }]);
});
