import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { type BenchOptions, scriptPolicy, sessionBench } from "../../test/session-bench.js";
import { systemClock } from "../kit/clock.js";
import type { SandboxState } from "../permissions/sandbox-state.js";
import { openBuiltinRoom } from "../tools/builtin-room.js";

const done = { text: "ok" };
const noSandbox: SandboxState = { state: "none", engine: null, reason: "sandbox-missing" };
const calls = (name: string, args: object) => ({ toolCalls: [{ name, args }] });

async function bench(options: BenchOptions) {
  const root = makeTempDir("workspace");
  const room = await openBuiltinRoom({
    workspaceRoot: root,
    loop: { dataDir: makeTempDir("data"), installDir: null },
    sandbox: noSandbox,
    network: false,
    environment: { PATH: process.env.PATH ?? "" },
    clock: systemClock,
  });
  if (!room.ok) throw new Error(room.code);
  const made = sessionBench({ policy: scriptPolicy, builtins: room.value, ...options });
  onTestFinished(() => made.session.dispose());
  return { root, ...made };
}

test("Loop's own tools are declared beside the script tool, and the prompt names the workspace [PER-09, PRM-02]", async () => {
  const { root, prompt, model } = await bench({ script: [done] });
  await prompt("hi");
  const request = model?.requests[0];
  const names = ["read_file", "list_files", "search_files", "edit_file", "write_file", "run_command", "codemode"];
  expect(request?.tools.map(({ name }) => name)).toEqual(names);
  expect(request?.system).toContain(`<workspace>\n${root}\n</workspace>`);
});

test("workspace write writes inside without asking; the step shows the call and its result [PER-09]", async () => {
  const { root, prompt, timeline, types } = await bench({
    script: [calls("write_file", { path: "a.txt", content: "hi" }), done],
  });
  await prompt("write");
  expect(readFileSync(join(root, "a.txt"), "utf8")).toBe("hi");
  expect(types()).not.toContain("approval-request");
  expect(timeline().entries[1]).toMatchObject({
    kind: "step",
    tool: { builtin: "write_file" },
    status: "ok",
    args: { path: "a.txt", content: "hi" },
  });
});

test("read only reads, and a write is refused unasked; a preset changed in between counts at once [PER-01, PER-09]", async () => {
  const write = (path: string) => calls("write_file", { path, content: "x" });
  const { root, prompt, ends, session, toldModel } = await bench({
    permission: "read-only",
    script: [calls("read_file", { path: "there.txt" }), write("no.txt"), done, write("yes.txt"), done],
  });
  writeFileSync(join(root, "there.txt"), "words");
  await prompt("one");
  expect(toldModel(1)[0]).toContain("words");
  expect(ends().map(({ status }) => status)).toEqual(["ok", "denied"]);
  expect(existsSync(join(root, "no.txt"))).toBe(false);
  session.setPermission("workspace-write");
  await prompt("two");
  expect(existsSync(join(root, "yes.txt"))).toBe(true);
});

test("where the platform has no sandbox a command is asked each time, never for the session [PER-04, PER-09]", async () => {
  const asked: unknown[] = [];
  const { root, prompt, ends } = await bench({
    script: [
      calls("run_command", { command: "echo one > one" }),
      calls("run_command", { command: "echo two > two" }),
      done,
    ],
    handler: async (request) => {
      asked.push([request.tool, request.args, request.allowSession]);
      return asked.length === 1 ? "allowed" : "denied";
    },
  });
  await prompt("run");
  expect(asked).toEqual([
    [{ builtin: "run_command" }, { command: "echo one > one" }, false],
    [{ builtin: "run_command" }, { command: "echo two > two" }, false],
  ]);
  expect(ends().map(({ status }) => status)).toEqual(["ok", "denied"]);
  expect([existsSync(join(root, "one")), existsSync(join(root, "two"))]).toEqual([true, false]);
});

test("full access runs commands unasked, and says by what it was allowed where it would have asked [PER-02, PER-09]", async () => {
  const { root, prompt, types } = await bench({
    permission: "full-access",
    script: [calls("run_command", { command: "pwd > here" }), done],
  });
  await prompt("run");
  expect(readFileSync(join(root, "here"), "utf8").trim()).toBe(root);
  expect(types()).not.toContain("approval-request");
});

test("stopping the turn ends a running command, which may have taken effect [PER-09, PER-14]", async () => {
  const stop = new AbortController();
  const { root, prompt, ends, turnEnd } = await bench({
    permission: "full-access",
    script: [calls("run_command", { command: "echo started > mark; sleep 60" }), done],
  });
  const running = prompt("run", stop.signal);
  await expect.poll(() => existsSync(join(root, "mark")), { timeout: 10_000 }).toBe(true);
  stop.abort();
  await running;
  expect(ends()[0]).toMatchObject({ status: "cancelled", code: "call-cancelled", mayHaveTakenEffect: true });
  expect(turnEnd()).toMatchObject({ reason: "stopped" });
});

test("a path that leads out of the workspace is refused with its own code [PER-09]", async () => {
  const { prompt, ends } = await bench({ script: [calls("read_file", { path: "../../etc/passwd" }), done] });
  await prompt("read");
  expect(ends()[0]).toMatchObject({ status: "failed", code: "path-outside" });
});
