import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allProcesses, isAlive, makeTempDir, waitUntil, waitUntilGone } from "@loop/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import { probeSandbox } from "../permissions/probe.js";
import type { SandboxState } from "../permissions/sandbox-state.js";
import { type BuiltinRoom, openBuiltinRoom } from "./builtin-room.js";
import { OutputWindow } from "./output-window.js";

const enforced = await probeSandbox();
const none: SandboxState = { state: "none", engine: null, reason: "sandbox-missing" };
const environment = { PATH: process.env.PATH ?? "/usr/bin:/bin" };

function withRoom(sandbox: SandboxState) {
  const root = makeTempDir("command");
  const rooms: BuiltinRoom[] = [];
  beforeAll(async () => {
    const loop = { dataDir: null, installDir: null };
    const options = { workspaceRoot: root, loop, sandbox, network: false, clock: systemClock, environment };
    const opened = await openBuiltinRoom(options);
    if (opened.ok) rooms.push(opened.value);
  });
  afterAll(async () => {
    for (const room of rooms) await room.close();
  });
  const run = async (args: object, signal = new AbortController().signal, emitOutput?: (text: string) => void) => {
    const room = rooms[0]!;
    const context = room.context("workspace-write", emitOutput === undefined ? { signal } : { signal, emitOutput });
    const answer = await room.tools.find(({ name }) => name === "run_command")!.run(args, context);
    return { code: answer.code, text: answer.content.map((b) => (b.type === "text" ? b.text : "")).join("\n") };
  };
  return { root, run };
}

/** Processes whose command line holds the text. */
const sleepers = async (seconds: number) => {
  return allProcesses().filter(({ pid }) => commandLine(pid) === `sleep\0${seconds}\0` && isAlive(pid));
};

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

const kinds = [
  ["with the user's rights", none, 71_001],
  ["in the sandbox", enforced, 72_001],
] as const;

describe.each(kinds)("a command %s", (_name, sandbox, seconds) => {
  const able = test.skipIf(sandbox !== none && sandbox.state !== "enforced");
  const { root, run } = withRoom(sandbox);
  const family = `sleep ${seconds} & setsid sleep ${seconds} & (sleep ${seconds} &) ; sleep ${seconds}`;

  able("answers with both outputs in their order, and its exit code [PER-09]", async () => {
    expect(await run({ command: "echo a; echo b >&2; echo c" })).toEqual({ code: undefined, text: "a\nb\nc\n" });
    expect((await run({ command: "pwd" })).text).toBe(`${root}\n`);
    expect((await run({ command: "echo x; exit 3" })).code).toBe("command-failed");
    expect((await run({ command: "exit 3" })).text).toContain("exit code 3");
    expect((await run({ command: "true" })).text).toBe("(no output)");
    expect((await run({ command: "if" })).code).toBe("command-failed");
  });

  able("starts in a folder of the workspace and nowhere else [PER-09]", async () => {
    expect((await run({ command: "mkdir -p sub; pwd", folder: "." })).code).toBeUndefined();
    expect((await run({ command: "pwd", folder: "sub" })).text).toBe(`${join(root, "sub")}\n`);
    expect((await run({ command: "pwd", folder: "../" })).code).toBe("path-outside");
    expect((await run({ command: "pwd", folder: "none" })).code).toBe("file-missing");
  });

  able("sees none of Loop's environment [PER-09]", async () => {
    process.env.LOOP_TEST_KEY = "key-value";
    expect((await run({ command: "env" })).text).not.toContain("key-value");
    delete process.env.LOOP_TEST_KEY;
  });

  able("leaves no process when its time is over [PER-09]", { timeout: 30_000 }, async () => {
    const result = await run({ command: `echo started; ${family}`, timeout_seconds: 1 });
    expect(result).toMatchObject({ code: "command-timeout" });
    expect(result.text).toContain("started");
    await waitUntilGone(
      (await sleepers(seconds)).map(({ pid }) => pid),
      2_000,
    );
  });

  able("leaves no process when it is cancelled [PER-09]", { timeout: 30_000 }, async () => {
    const cancel = new AbortController();
    let output = "";
    const running = run({ command: `echo started; ${family}` }, cancel.signal, (text) => (output += text));
    await waitUntil(async () => output.includes("started") && (await sleepers(seconds)).length >= 4, {
      withinMs: 10_000,
    });
    cancel.abort(new Error("stopped"));
    expect(await running).toMatchObject({ code: "call-cancelled" });
    await waitUntilGone(
      (await sleepers(seconds)).map(({ pid }) => pid),
      2_000,
    );
  });

  able(
    "leaves no process when it ends by itself, and does not wait for those [PER-09]",
    { timeout: 30_000 },
    async () => {
      const result = await run({ command: `sleep ${seconds} & setsid sleep ${seconds} & echo done` });
      expect(result).toEqual({ code: undefined, text: "done\n" });
      expect(await sleepers(seconds)).toEqual([]);
    },
  );

  able("may flood: beginning and end are kept, and a bounded part is streamed", { timeout: 30_000 }, async () => {
    let streamed = 0;
    const command = "echo first; head -c 20000000 /dev/zero | tr '\\000' x; echo; echo last";
    const { text } = await run({ command }, undefined, (part) => (streamed += part.length));
    expect(text.startsWith("first\n")).toBe(true);
    expect(text.endsWith("last\n")).toBe(true);
    expect(text).toContain("characters left out");
    expect(text.length).toBeLessThan(51_000);
    expect(streamed).toBeLessThan(51_000);
  });
});

test("a sandbox that does not start runs nothing and says so [PER-09]", async () => {
  const root = makeTempDir("command");
  const engine = {
    kind: "bubblewrap",
    file: "/bin/false",
    userNamespace: true,
    closesNamespaces: true,
    processView: true,
  };
  const sandbox = { state: "enforced", engine, reason: null } as SandboxState;
  const loop = { dataDir: null, installDir: null };
  const options = { workspaceRoot: root, loop, sandbox, network: false, clock: systemClock, environment };
  const opened = await openBuiltinRoom(options);
  if (!opened.ok) throw new Error(opened.code);
  const tool = opened.value.tools.find(({ name }) => name === "run_command")!;
  const context = opened.value.context("workspace-write", { signal: new AbortController().signal });
  expect(await tool.run({ command: "touch made" }, context)).toMatchObject({
    isError: true,
    code: "command-unstarted",
  });
  await opened.value.close();
});

test("characters that arrive in pieces are put together", () => {
  const parts: string[] = [];
  const window = new OutputWindow({ mostCharacters: 10, emit: (text) => parts.push(text) });
  for (const byte of Buffer.from("äöü€ and more of it")) window.push(Buffer.from([byte]));
  expect(window.end()).toBe("äöü€ \n… 9 characters left out …\nof it");
  expect(parts.join("")).toContain("äöü€ and m\n… more output");
});
