import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { McpServerConfig } from "@loop/contract";
import { waitUntil } from "@loop/testkit";
import { lock } from "proper-lockfile";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codeOf, httpConfig, McpBench, stdioConfig } from "../../test/mcp-bench.js";
import { readConfigText, writeConfigText } from "./config-file.js";
import { ConfigStore } from "./config-store.js";

let bench: McpBench;
beforeEach(() => {
  bench = new McpBench();
});
afterEach(() => bench.close());

const off = (id: string): McpServerConfig => ({ ...httpConfig(id, "http://127.0.0.1:45671/mcp"), enabled: false });

function withHeader(id: string, value: string): McpServerConfig {
  const { transport, ...config } = off(id);
  if (transport.type !== "http") throw new Error("unreachable");
  return { ...config, transport: { ...transport, headers: [{ key: "X-Key", value }] } };
}

/** A process of its own that saves numbered servers for as long as it lives, and says which saves were acknowledged. */
function saver(file: string, prefix: string): ChildProcess {
  const store = fileURLToPath(new URL("../../dist/mcp/config-store.js", import.meta.url));
  const program = `
    const { ConfigStore } = await import(${JSON.stringify(store)});
    const store = new ConfigStore(${JSON.stringify(file)});
    for (let n = 0; ; n += 1) {
      const id = ${JSON.stringify(prefix)} + n;
      const transport = { type: "http", url: "http://127.0.0.1:45671/" + "x".repeat(500), bearerTokenEnv: "", headers: [], envHeaders: [] };
      await store.change((servers) => ({ servers: [...servers, { id, name: id, enabled: false, transport }] }));
      process.stdout.write(id + "\\n");
    }`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "ignore"] });
}

function acknowledgedBy(child: ChildProcess): () => string[] {
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text.split("\n").slice(0, -1);
}

describe("the file on disk", () => {
  test("only its owner may read it, whatever the mask says [CFG-02]", async () => {
    const file = join(bench.dir, "new", "mcp.json");
    const store = new ConfigStore(file);
    await store.change(() => ({ servers: [off("one")] }));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(file))).toEqual(["mcp.json"]);
  });

  test("what killed writers left behind is removed, what is being written is not [CFG-02]", async () => {
    const old = `${bench.file}.tmp-1-dead`;
    const fresh = `${bench.file}.tmp-2-alive`;
    for (const path of [old, fresh]) writeFileSync(path, "half");
    utimesSync(old, new Date(0), new Date(0));
    await bench.manager.list();
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
  });

  test("a crash at any moment leaves whole content and every acknowledged save [CFG-02] [CFG-18]", async () => {
    for (let round = 0; round < 8; round += 1) {
      const child = saver(bench.file, `r${round}-`);
      const saved = acknowledgedBy(child);
      await waitUntil(() => saved().length > 0, { withinMs: 10_000 });
      await waitUntil(() => saved().length > round % 4, { withinMs: 10_000, everyMs: 1 });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      const servers = readConfigText(readFileSync(bench.file, "utf8"));
      expect(servers, "the file is whole").not.toBeNull();
      const ids = new Set(servers?.map((server) => server.id));
      expect(saved().filter((id) => !ids.has(id))).toEqual([]);
    }
  }, 60_000);

  test("two processes never lose each other's acknowledged saves [CFG-18]", async () => {
    const children = ["a", "b"].map((name) => saver(bench.file, name));
    const saved = children.map(acknowledgedBy);
    await waitUntil(() => saved.every((list) => list().length >= 8), { withinMs: 20_000 });
    for (const child of children) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    }
    const ids = new Set(readConfigText(readFileSync(bench.file, "utf8"))?.map((server) => server.id));
    expect(saved.flatMap((list) => list()).filter((id) => !ids.has(id))).toEqual([]);
  }, 40_000);

  test("a lock that stays held is a code of its own, and nothing is changed [CFG-18]", async () => {
    await bench.manager.save(off("one"));
    const before = bench.fileText();
    const release = await lock(bench.file, { realpath: false, stale: 5_000, update: 1_000 });
    expect(await codeOf(bench.manager.save(off("two")))).toBe("storage-busy");
    await release();
    expect(bench.fileText()).toBe(before);
    await bench.manager.save(off("two"));
  }, 20_000);
});

describe("a disk that does not take it", () => {
  const mountable = (dir: string) => {
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", dir], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  };

  test("a full disk is a storage error, the old file stays, and a later save works [CFG-02]", async ({ skip }) => {
    const dir = join(bench.dir, "small");
    mkdirSync(dir);
    if (!mountable(dir)) return skip("no right to mount a small disk here");
    try {
      const store = new ConfigStore(join(dir, "mcp.json"));
      await store.change(() => ({ servers: [off("one")] }));
      const many = Array.from({ length: 8 }, (_, index) => withHeader(`large${index}`, "v".repeat(16_000)));
      expect(await codeOf(store.change((servers) => ({ servers: [...servers, ...many] })))).toBe("storage-error");
      expect((await store.read()).map((server) => server.id)).toEqual(["one"]);
      expect(readdirSync(dir)).toEqual(["mcp.json"]);
      await store.change((servers) => ({ servers: [...servers, off("two")] }));
    } finally {
      execFileSync("umount", [dir]);
    }
  });

  test("a directory in place of the file is a storage error [ERR-01]", async () => {
    mkdirSync(bench.file);
    expect(await codeOf(bench.manager.list())).toBe("storage-error");
    expect(await codeOf(bench.manager.save(off("one")))).toBe("storage-error");
  });
});

describe("a file that others edit", () => {
  test("a malformed file fails every method, is left alone and works again once repaired [CFG-03]", async () => {
    writeFileSync(bench.file, "{ not json");
    expect(await codeOf(bench.manager.list())).toBe("config-file-malformed");
    expect(await codeOf(bench.manager.save(off("one")))).toBe("config-file-malformed");
    expect(await codeOf(bench.manager.setEnabled("one", true))).toBe("config-file-malformed");
    expect(await codeOf(bench.manager.remove("one"))).toBe("config-file-malformed");
    expect(await codeOf(bench.manager.retry("one"))).toBe("config-file-malformed");
    expect(bench.fileText()).toBe("{ not json");
    expect(bench.manager.snapshot(bench.dir)).toEqual({ tools: [], servers: [] });
    writeFileSync(bench.file, writeConfigText([off("one")]));
    expect(await bench.open().list()).toMatchObject([{ config: { id: "one" } }]);
  });

  test("an edit that breaks the file leaves live connections as they are [CFG-03]", async () => {
    const fake = await bench.addStdio("one");
    await bench.until("one", "ready");
    const text = bench.fileText();
    writeFileSync(bench.file, text.slice(0, -20));
    expect(await codeOf(bench.manager.list())).toBe("config-file-malformed");
    expect(await codeOf(bench.manager.save({ ...stdioConfig("one", fake), name: "New" }))).toBe(
      "config-file-malformed",
    );
    expect(await bench.call("echo", { text: "alive" })).toMatchObject({ status: "ok" });
    writeFileSync(bench.file, text);
    expect(await bench.view("one")).toMatchObject({ status: "ready" });
    expect(fake.journal.pids()).toHaveLength(1);
  });

  test("a hand edit is taken over at the next list and survives a save [CFG-18]", async () => {
    await bench.manager.save(off("one"));
    const fake = bench.stdio();
    const servers = readConfigText(bench.fileText()) ?? [];
    writeFileSync(bench.file, writeConfigText([...servers, stdioConfig("hand", fake)]));
    await bench.manager.save(off("two"));
    expect((await bench.manager.list()).map((view) => view.config.id)).toEqual(["one", "hand", "two"]);
    await bench.until("hand", "ready");
    writeFileSync(bench.file, writeConfigText(servers));
    expect((await bench.manager.list()).map((view) => view.config.id)).toEqual(["one"]);
    expect(bench.manager.tools(bench.dir)).toEqual([]);
  });

  test("a file nobody may read is a storage error [ERR-01]", async ({ skip }) => {
    await bench.manager.save(off("one"));
    chmodSync(bench.file, 0o000);
    if (process.getuid?.() === 0) return skip("root may read everything");
    expect(await codeOf(bench.manager.list())).toBe("storage-error");
  });
});

describe("secrets through the manager", () => {
  test("a secret is kept by its marker, never given out, and asked again for another address [CFG-13] [CFG-14] [CFG-15]", async () => {
    expect(JSON.stringify(await bench.manager.save(withHeader("one", "canary-7f"), true))).not.toContain("canary-7f");
    const [view] = await bench.manager.list();
    if (view === undefined) throw new Error("unreachable");
    await bench.manager.save({ ...view.config, name: "Renamed" }, false);
    expect(bench.fileText()).toContain("canary-7f");
    const before = bench.fileText();
    const moved = { ...view.config, transport: { ...view.config.transport, url: "http://127.0.0.1:45672/mcp" } };
    expect(await codeOf(bench.manager.save(moved, false))).toBe("config-secret-reentry");
    expect(bench.fileText()).toBe(before);
    await bench.manager.remove("one");
    expect(await codeOf(bench.manager.save(view.config, true))).toBe("config-secret-unknown");
  });
});
