import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { describe, expect, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import { builtinTools } from "../tools/builtin-tools.js";
import type { CanaryEnd } from "./canary.js";
import { probeSandbox } from "./probe.js";
import { sandboxUse } from "./sandbox.js";
import type { SandboxEngine } from "./sandbox-state.js";
import { seatbeltProfile } from "./seatbelt.js";
import { openWorkspace } from "./workspace-scope.js";

const state = await probeSandbox();
const hasSandbox = state.engine?.kind === "bubblewrap";
/** Named in the report where bubblewrap is absent or forbidden. */
const inside = test.skipIf(!hasSandbox);
const why = hasSandbox ? "" : ` (not run: ${state.reason})`;

interface Place {
  readonly top: string;
  readonly root: string;
  readonly dataDir: string;
}

function makePlace({ git = true } = {}): Place {
  const top = makeTempDir("sandbox");
  const place = { top, root: join(top, "space"), dataDir: join(top, "space", "data") };
  for (const folder of [place.root, place.dataDir, join(top, "outside")]) mkdirSync(folder);
  writeFileSync(join(place.dataDir, "token"), "the-token");
  writeFileSync(join(top, "outside", "secret"), "the-secret");
  if (git) execFileSync("git", ["init", "-q", place.root]);
  return place;
}

type Preset = "read-only" | "workspace-write";

async function runInside(place: Place, command: string, preset: Preset = "workspace-write", network = false) {
  const opened = await openWorkspace({ root: place.root, places: [], clock: systemClock });
  if (!opened.ok) throw new Error(opened.code);
  const sandbox = sandboxUse(preset, state, {
    workspace: place.root,
    network,
    home: join(place.top, "outside"),
    dataDir: place.dataDir,
    installDir: null,
    programs: [],
  });
  if (sandbox === null) throw new Error("no sandbox");
  const tool = builtinTools({ environment: {} }).find(({ needs }) => needs === "command");
  const { readWrite: scope, close } = opened.value;
  const signal = new AbortController().signal;
  const answer = await tool!.run({ command }, { scope, sandbox, signal, clock: systemClock });
  await close();
  return { isError: answer.isError, text: answer.content.map((b) => (b.type === "text" ? b.text : "")).join("\n") };
}

describe(`escapes from the sandbox${why}`, () => {
  inside.each([
    ["writes outside", (p: Place) => `echo x > ${p.top}/outside/file`],
    [
      "makes the folder anew and writes outside",
      (p: Place) => `mkdir -p ${p.top}/outside; echo x > ${p.top}/outside/file`,
    ],
    ["writes through a link", (p: Place) => `ln -s ${p.top}/outside out; echo x > out/file`],
    ["writes among the programs", () => "echo x > /usr/bin/loop-escape"],
    [
      "remounts the system and writes",
      () => "mount -o remount,rw,bind /usr; mount -o remount,rw /; echo x > /usr/bin/loop-escape",
    ],
    ["mounts over a guard", () => "umount .git/hooks; mount -t tmpfs none .git/hooks; echo x > .git/hooks/pre-commit"],
    [
      "makes a namespace of its own",
      () => "unshare -Urm sh -c 'mount -o remount,rw,bind /usr; echo x > /usr/bin/loop-escape'",
    ],
    ["writes a hook", () => "echo x > .git/hooks/pre-commit"],
    ["writes the repository's settings", () => "git config core.fsmonitor evil; echo x >> .git/config"],
    ["moves the repository away", () => "mv .git away; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit"],
    [
      "moves the hooks away",
      () => "rm -rf .git/hooks; mv .git/hooks x; mkdir .git/hooks; echo x > .git/hooks/pre-commit",
    ],
    ["moves settings by a pointer", () => "mkdir evil; echo ../evil > .git/commondir"],
    ["writes Loop's data", (p: Place) => `echo x > ${p.dataDir}/token; rm -rf ${p.dataDir}`],
  ])("a command that %s changes nothing [PER-09]", { timeout: 30_000 }, async (_name, command) => {
    const place = makePlace();
    const config = readFileSync(join(place.root, ".git", "config"), "utf8");
    const hooks = readdirSync(join(place.root, ".git", "hooks"));
    await runInside(place, command(place));
    expect(readdirSync(join(place.top, "outside"))).toEqual(["secret"]);
    expect(existsSync("/usr/bin/loop-escape")).toBe(false);
    expect(readFileSync(join(place.root, ".git", "config"), "utf8")).toBe(config);
    expect(readdirSync(join(place.root, ".git", "hooks"))).toEqual(hooks);
    expect(existsSync(join(place.root, ".git", "commondir"))).toBe(false);
    expect(readFileSync(join(place.dataDir, "token"), "utf8")).toBe("the-token");
  });

  inside("a command sees no secret of the host: home, Loop's data, shadow, environments [PER-09]", async () => {
    const place = makePlace();
    symlinkSync(join(place.dataDir, "token"), join(place.root, "link"));
    process.env.LOOP_TEST_CANARY = "canary-value";
    const { text } = await runInside(
      place,
      `cat ${place.top}/outside/secret link data/token /etc/shadow /root/.bashrc; ls data; cat /proc/*/environ | tr '\\0' '\\n'; id`,
    );
    delete process.env.LOOP_TEST_CANARY;
    expect(text).not.toMatch(/the-secret|the-token|root:[*$!]|canary-value|ANTHROPIC|OPENAI/);
    expect(text).toContain("uid=");
  });

  inside("a command has no network and no process of the host [PER-09]", async () => {
    const place = makePlace();
    const server = createServer((socket) => socket.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const connect = `bash -c 'cat < /dev/tcp/127.0.0.1/${port}' ; kill -9 ${process.pid}; ls -d /proc/[0-9]* | wc -l`;
    const closed = await runInside(place, connect);
    const open = await runInside(place, connect, "workspace-write", true);
    await new Promise((resolve) => server.close(resolve));
    expect(closed.text).not.toContain("reached");
    expect(open.text).toContain("reached");
  });

  inside("a command works in the workspace: files, git, its exit code [PER-09]", async () => {
    const place = makePlace();
    const { isError, text } = await runInside(
      place,
      "echo hello > file && git add file && git -c user.name=a -c user.email=a@b commit -qm first && git log --format=%s",
    );
    expect({ isError, text: text.trim() }).toEqual({ isError: false, text: "first" });
    expect(readFileSync(join(place.root, "file"), "utf8")).toBe("hello\n");
    expect((await runInside(place, "exit 7")).text).toContain("exit code 7");
  });

  inside("under read only a command reads the workspace and writes nothing [PER-09]", async () => {
    const place = makePlace({ git: false });
    writeFileSync(join(place.root, "file"), "content");
    const { text } = await runInside(
      place,
      "cat file; echo x > file; echo x > new; echo x > /tmp/own && echo own",
      "read-only",
    );
    expect(text).toContain("content");
    expect(text).toContain("own");
    expect(readdirSync(place.root).sort()).toEqual(["data", "file"]);
    expect(readFileSync(join(place.root, "file"), "utf8")).toBe("content");
  });

  inside("no repository can be made where there is none, and no trace of the guard stays [PER-09]", async () => {
    const place = makePlace({ git: false });
    await runInside(place, "git init -q .; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit");
    expect(existsSync(join(place.root, ".git"))).toBe(false);
  });

  inside("a repository in a subfolder is guarded too [PER-09]", async () => {
    const place = makePlace();
    const inner = join(place.root, "a", "b");
    execFileSync("git", ["init", "-q", inner]);
    await runInside(
      place,
      "echo x > a/b/.git/hooks/pre-commit; git -C a/b config core.fsmonitor evil; echo x > a/b/file",
    );
    expect(existsSync(join(inner, ".git/hooks/pre-commit"))).toBe(false);
    expect(readFileSync(join(inner, ".git/config"), "utf8")).not.toContain("evil");
    expect(existsSync(join(inner, "file"))).toBe(true);
  });

  inside("a repository that is a link makes the workspace read only and says so [PER-09]", async () => {
    const place = makePlace({ git: false });
    symlinkSync("../outside", join(place.root, ".git"));
    const { text } = await runInside(place, "echo x > new");
    expect(text).toContain("read only for commands");
    expect(existsSync(join(place.root, "new"))).toBe(false);
  });
});

describe("the probe", () => {
  const found = { files: [process.execPath], platform: "linux" as const };
  const answering = (...ends: CanaryEnd[]) => {
    const tried: SandboxEngine[] = [];
    const canary = async (engine: SandboxEngine) => {
      tried.push(engine);
      return ends[tried.length - 1] ?? "unstarted";
    };
    return { canary, tried };
  };

  inside("calls a sandbox that held enforced [PER-09]", () => expect(state.state).toBe("enforced"));

  test.each([
    [["holds"], "enforced", null],
    [["unstarted", "holds"], "partial", "sandbox-no-processes"],
    [["unstarted", "unstarted", "holds"], "partial", "sandbox-open-namespaces"],
    [["unstarted", "unstarted", "unstarted", "holds"], "partial", "sandbox-shared-users"],
    [["unstarted", "unstarted", "unstarted", "unstarted"], "none", "sandbox-forbidden"],
    [["leaks", "leaks", "unstarted", "unstarted"], "none", "sandbox-leaks"],
  ] as const)("after %j it is %s because of %s [PER-09]", async (ends, expected, reason) => {
    const { canary } = answering(...ends);
    expect(await probeSandbox({ ...found, canary })).toMatchObject({ state: expected, reason });
  });

  test("says what is missing [PER-09]", async () => {
    expect(await probeSandbox({ platform: "linux", files: ["/nowhere/bwrap"] })).toMatchObject({
      reason: "sandbox-missing",
    });
    expect(await probeSandbox({ platform: "win32" })).toMatchObject({ state: "none", reason: "sandbox-unsupported" });
    const { canary } = answering("holds");
    expect(await probeSandbox({ ...found, platform: "darwin", canary })).toMatchObject({ state: "partial" });
  });

  test("a program that is no sandbox never counts as one [PER-09]", async () => {
    const fake = join(makeTempDir("fake"), "bwrap");
    writeFileSync(fake, '#!/bin/sh\nwhile [ "$1" != "--" ]; do shift; done\nshift\nexec "$@"\n', { mode: 0o755 });
    expect(await probeSandbox({ platform: "linux", files: [fake] })).toMatchObject({
      state: "none",
      reason: "sandbox-leaks",
    });
  });
});

test("the profile for macOS refuses hooks, Loop's data and, under read only, every write [PER-09]", () => {
  const bounds = { workspace: "/w", home: "/h", dataDir: "/w/data", installDir: null, network: false, programs: [] };
  const written = seatbeltProfile({ ...bounds, isWritable: true });
  expect(written).toContain('(allow file-write* (subpath "/w"))');
  expect(written).toContain('(deny file-read* file-write* (subpath "/w/data"))');
  expect(written).not.toContain("network");
  expect(seatbeltProfile({ ...bounds, isWritable: false })).not.toContain("allow file-write*");
});
