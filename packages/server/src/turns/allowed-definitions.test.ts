import { openStores } from "@loop/stores";
import { makeTempDir } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { AllowedDefinitions } from "./allowed-definitions.js";

const allowed = (digest: string) => ({ digest, allowedAt: "2026-11-30T14:31:00.000Z", texts: null });
const tool = (toolName: string) => ({ serverId: "mail", toolName });

async function setUp() {
  const stores = await openStores({ file: `${makeTempDir("definitions")}/loop.db` });
  onTestFinished(() => stores.close());
  return stores.settings;
}

test("what was allowed is remembered by tool and account, over a start anew [PER-15]", async () => {
  const settings = await setUp();
  await new AllowedDefinitions(settings).of("alice").remember(tool("send"), allowed("one"));
  const again = new AllowedDefinitions(settings);
  expect(await again.of("alice").last(tool("send"))).toEqual(allowed("one"));
  expect(await again.of("alice").last(tool("list"))).toBeNull();
  expect(await again.of("bob").last(tool("send"))).toBeNull();
});

test("of more than three hundred tools the ones allowed longest ago are forgotten, whoever writes at once [PER-15]", async () => {
  const settings = await setUp();
  const memory = new AllowedDefinitions(settings).of("alice");
  const names = Array.from({ length: 302 }, (_, index) => `tool-${index}`);
  await Promise.all(names.map((name) => memory.remember(tool(name), allowed(name))));
  await memory.remember(tool("tool-2"), allowed("again"));
  await memory.remember(tool("tool-302"), allowed("tool-302"));
  const kept = await Promise.all([...names, "tool-302"].map(async (name) => (await memory.last(tool(name))) !== null));
  expect(kept.flatMap((isKept, index) => (isKept ? [] : [index]))).toEqual([0, 1, 3]);
});

test("a value that cannot be read is none [PER-15]", async () => {
  const settings = await setUp();
  const memory = new AllowedDefinitions(settings).of("alice");
  await memory.remember(tool("send"), allowed("one"));
  const [name] = JSON.parse((await settings.get("alice", "allowed-definitions")) ?? "[]");
  await settings.set("alice", name, "{");
  await settings.set("alice", "allowed-definitions", "nothing");
  expect(await memory.last(tool("send"))).toBeNull();
  await memory.remember(tool("send"), allowed("two"));
  expect(await memory.last(tool("send"))).toEqual(allowed("two"));
});
