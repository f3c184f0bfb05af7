import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SeenRequest, Turn, WireScript } from "@loop/testkit";
import {
  type FakeBehaviour,
  type FakeStdio,
  fakeStdioCommand,
  makeTempDir,
  startWireModel,
  type WireModel,
  waitUntil,
} from "@loop/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { hasPty, killAllLoops, type LoopProcess, serverFile, startLoopOnPty } from "../test/loop-process.js";
import { readTerminal } from "../test/terminal-reader.js";

const COLUMNS = 100;
const title = hasPty ? "scripts on a terminal" : "scripts on a terminal (not run: needs script of util-linux)";

const THREE_CALLS = [
  "const said = [];",
  'for (const text of ["one", "two", "three"]) {',
  "  try {",
  "    said.push(await tools.fake.echo({ text }));",
  "  } catch (error) {",
  "    said.push(error.code);",
  "  }",
  "}",
  "return said;",
].join("\n");

/** Runs one script, then tells what it emitted. */
function runOnce(script: string): (request: SeenRequest) => Turn {
  return ({ tools, toolResults }) => {
    if (toolResults.length > 0) return { text: `It gave: ${toolResults.join(" ")}` };
    if (!tools.some(({ name }) => name === "codemode")) return { text: "There are no scripts." };
    return { toolCalls: [{ name: "codemode", args: { script } }] };
  };
}

describe.skipIf(!hasPty)(title, () => {
  let model: WireModel | undefined;
  let fake: FakeStdio | undefined;
  let dataDir = "";

  async function open(script: WireScript, behaviour: FakeBehaviour = {}, args: readonly string[] = []) {
    const wire = await startWireModel(script);
    const server = fakeStdioCommand(behaviour);
    model = wire;
    fake = server;
    dataDir = makeTempDir("loop-data");
    const env = { ...wire.env, LOOP_DELIVERY: "codemode", LOOP_DATA_DIR: dataDir };
    const loop = startLoopOnPty(["chat", "--mcp", serverFile("fake", server), ...args], env);
    await ready(loop);
    return { loop, server, wire };
  }

  async function ready(loop: LoopProcess): Promise<void> {
    await loop.sees("/help shows the commands.");
    for (let isReady = false; !isReady; ) {
      const from = loop.stdout.length;
      loop.type("/tools\r");
      await loop.sees(/THE SERVER'S OWN WORDS|No tools are ready\./u, from);
      isReady = loop.stdout.slice(from).includes("THE SERVER'S OWN WORDS");
    }
  }

  const screen = (loop: LoopProcess) => readTerminal(loop.stdout, COLUMNS).join("\n");

  afterEach(async () => {
    killAllLoops();
    fake?.killAll();
    await model?.close();
  });

  test("a script is shown, each of its calls is asked with its arguments, and it is summed up [CM-03, CM-08]", async () => {
    const { loop, server, wire } = await open(runOnce(THREE_CALLS));
    loop.type("Go.\r");
    await loop.sees("/approve r1");
    expect(screen(loop)).toContain("→ script s1\n    const said = [];");
    expect(screen(loop)).toContain("Call 1 of script s1.");
    expect(screen(loop)).toContain('"text": "one"');
    loop.type("/approve r1\r");
    await loop.sees("/approve r2");
    loop.type("/deny r2 not that one\r");
    await loop.sees("/approve r3");
    loop.type("/approve-session r3\r");
    await loop.sees("It gave:");
    await loop.sees("three");
    const shown = screen(loop);
    expect(shown).toMatch(/✓ 1 {2}fake · echo \(\d+ ms, allowed once\)/u);
    expect(shown).toContain("✗ 2  fake · echo: The call was refused by the person. Nothing was sent.");
    expect(shown).toMatch(/✓ script s1: 3 calls: 2 allowed, 1 denied \(/u);
    expect(server.journal.executions("echo")).toBe(2);
    expect(wire.requests.at(-1)?.toolResults.join()).toContain("three");
    loop.type("/script s1\r");
    await loop.sees("script s1", loop.stdout.length);
  });

  test("a script can be ended from one of its questions: nothing more is asked or sent [CM-07]", async () => {
    const { loop, server } = await open(runOnce(THREE_CALLS));
    loop.type("Go.\r");
    await loop.sees("/stop-script r1");
    loop.type("/deny r1 stop\r");
    await loop.sees("It gave:");
    expect(screen(loop)).toContain("✗ script s1: The call was cancelled. 1 call: 1 denied.");
    expect(loop.stdout).not.toContain("/approve r2");
    expect(server.journal.executions("echo")).toBe(0);
  });

  test("scripts run by hand, from a file and from a line, through the same questions [CM-08]", async () => {
    const { loop, server } = await open([]);
    const file = join(dataDir, "my script.js");
    writeFileSync(file, 'return await tools.fake.add({ a: 2, b: 3 });\n// "the end"\n');
    loop.type(`/run ${file}\r`);
    await loop.sees("/approve r1");
    loop.type("/approve\r");
    await loop.sees("│ 5");
    loop.type('/call codemode {"script": "return await tools.fake.echo({text: \\"by line\\"})"}\r');
    await loop.sees("/approve r2");
    loop.type("/approve\r");
    await loop.sees("│ by line");
    expect(server.journal.executions("echo")).toBe(1);
    loop.type("/run nothing-here.js\r");
    await loop.sees("nothing-here.js cannot be read.");
  });

  test("permissions for the session are listed, taken back, and their end is told [GRT-04]", async () => {
    const { loop, server } = await open([], { catalogs: [["echo", "bump"], ["echo"]], tools: ["echo", "bump"] });
    const call = async (name: string, text: string) => {
      loop.type(`/call codemode {"script": "return await tools.fake.echo({text: \\"${text}\\"})"}\r`);
      await loop.sees(`/approve-session ${name}`);
      loop.type(`/approve-session ${name}\r`);
      await loop.sees(`│ ${text}`);
    };
    loop.type("/grants\r");
    await loop.sees("No tool is allowed for this session.");
    await call("r1", "first");
    loop.type("/grants\r");
    await loop.sees(/g1 +fake +echo +\d\d:\d\d:\d\d/u);
    loop.type("/revoke g1\r");
    await loop.sees("fake · echo is no longer allowed for this session.");
    await call("r2", "second");
    await server.notifyListChanged();
    for (let isOver = false; !isOver; ) {
      const from = loop.stdout.length;
      loop.type("/grants\r");
      await loop.sees(/ID +SERVER|No tool is allowed/u, from);
      isOver = loop.stdout.slice(from).includes("No tool is allowed");
    }
    loop.type("hello\r");
    await loop.sees("the server's tools were read anew");
    loop.type("/revoke g2\r");
    await loop.sees("There is no such permission.");
  });

  test("a call that takes long says how long, and the row is gone when it ends", async () => {
    const { loop } = await open([]);
    loop.type('/call fake slow {"ms": 4500}\r');
    await loop.sees("/approve r1");
    loop.type("/approve\r");
    await loop.sees("… fake · slow, 3 s");
    loop.type("half typed");
    await loop.sees("│ done");
    const rows = () => readTerminal(loop.stdout, COLUMNS);
    await waitUntil(() => rows().at(-1) === "> half typed", { what: "the half-typed text stands in the last row" });
    expect(rows().join("\n")).not.toContain("… fake · slow");
  });

  test("Markdown is rendered block by block, also around a line that is typed meanwhile", async () => {
    const text = `# A title\n\nFirst **bold** words.\n\n- one\n- two\n\n${"more words ".repeat(20)}end.`;
    const { loop } = await open([{ wire: "slow", everyMs: 15, turn: { text } }]);
    loop.type("Go.\r");
    await loop.sees("more words");
    loop.type("/workspace\r");
    await loop.sees("This conversation works in");
    await loop.sees("end.");
    await waitUntil(() => readTerminal(loop.stdout, COLUMNS).at(-1) === ">", { what: "the prompt is back" });
    const rows = readTerminal(loop.stdout, COLUMNS);
    const shown = rows.slice(rows.indexOf("> Go.") + 1);
    expect(shown.slice(0, 6)).toEqual(["A title", "", "First bold words.", "", "• one", "• two"]);
    const rest = shown.filter((row) => row.startsWith("more words") || row.endsWith("end.")).join(" ");
    expect(rest).toBe(`${"more words ".repeat(20)}end.`);
    expect(shown.filter((row) => row === "> /workspace")).toHaveLength(1);
    expect(loop.stdout).toContain("\u001b[1mbold\u001b[22m");
  });

  test("without colours the text stays as the model wrote it", async () => {
    model = await startWireModel([{ text: "Some **bold** words." }]);
    const loop = startLoopOnPty(["chat"], { ...model.env, NO_COLOR: "1", LOOP_DATA_DIR: makeTempDir("loop-data") });
    await loop.sees("/help shows the commands.");
    loop.type("Go.\r");
    await loop.sees("Some **bold** words.");
  });

  test("typed lines come back in the next conversation, answers do not; Tab completes; Ctrl-D leaves", async () => {
    const { loop } = await open([]);
    loop.type("/call fake ec\t");
    await loop.sees("/call fake echo");
    loop.type(' {"text": "x"}\r');
    await loop.sees("/approve r1");
    loop.type("/deny r1\r");
    await loop.sees("refused by the person");
    loop.type("\u0004");
    expect(await loop.ended).toMatchObject({ code: 0 });
    const history = join(dataDir, "history");
    expect(readFileSync(history, "utf8")).toMatch(
      /\/call fake echo {2}?\{"text": "x"\}\n$|\/call fake echo \{"text": "x"\}\n$/u,
    );
    const again = startLoopOnPty(["chat"], { LOOP_DATA_DIR: dataDir });
    await again.sees("/help shows the commands.");
    again.type("\u001b[A");
    await again.sees("/call fake echo");
  });
});
