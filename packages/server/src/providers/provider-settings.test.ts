import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectionIn } from "@loop/core/host";
import { makeTempDir } from "@loop/testkit";
import { expect, test } from "vitest";
import { ProviderSettings } from "./provider-settings.js";
import { createProviderFile } from "./provider-store.js";

const CANARY = "sk-canary-7f3a";

function setUp(environment: Record<string, string> = {}) {
  const folder = makeTempDir("providers");
  const file = join(folder, "providers.json");
  const open = () => new ProviderSettings({ store: createProviderFile(file), environment });
  return { folder, file, settings: open(), open };
}

async function viewOf(settings: ProviderSettings, id: string) {
  const list = await settings.list();
  if (!list.ok) throw new Error(list.code);
  return list.value.find((view) => view.id === id);
}

async function connection(settings: ProviderSettings, id: Parameters<typeof connectionIn>[1]) {
  const environment = await settings.environmentFor(id);
  if (!environment.ok) throw new Error(environment.code);
  return connectionIn(environment.value, id);
}

test("a key is kept in a file for its owner alone, used from then on, and never shown", async () => {
  const { folder, file, settings, open } = setUp();
  expect(await settings.save("anthropic", { address: null, key: ` ${CANARY}\n` })).toEqual({ ok: true, value: null });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["providers.json"]);
  expect(await connection(open(), "anthropic")).toEqual({ key: CANARY, address: null });
  const list = await open().list();
  expect(JSON.stringify(list)).not.toContain(CANARY);
  expect(await viewOf(settings, "anthropic")).toEqual({
    id: "anthropic",
    takesKey: true,
    needsKey: true,
    key: "saved",
    address: { url: "https://api.anthropic.com/v1", source: "own" },
    code: null,
  });
  await settings.save("anthropic", { address: null, key: null });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ version: 1, providers: {} });
});

test("a change of the address asks for the key again, and until then nothing is changed [CFG-15]", async () => {
  const { file, settings } = setUp();
  const first = "http://127.0.0.1:4001/v1";
  await settings.save("openai-compatible", { address: `${first}/`, key: CANARY });
  const before = readFileSync(file, "utf8");
  const moved = { address: "http://127.0.0.1:4002/v1" };
  for (const patch of [
    { ...moved, key: undefined },
    { address: null, key: undefined },
  ]) {
    expect(await settings.save("openai-compatible", patch)).toEqual({ ok: false, code: "provider-key-reentry" });
  }
  expect(readFileSync(file, "utf8")).toBe(before);
  expect((await settings.save("openai-compatible", { address: first, key: undefined })).ok).toBe(true);
  expect((await settings.save("openai-compatible", { ...moved, key: "another" })).ok).toBe(true);
  expect(await connection(settings, "openai-compatible")).toEqual({ key: "another", address: moved.address });
  expect((await settings.save("openai-compatible", { address: first, key: null })).ok).toBe(true);
  expect(await connection(settings, "openai-compatible")).toEqual({ key: null, address: first });
});

test("of an address of the environment only its origin is shown [ERR-02]", async () => {
  const { settings } = setUp({ OPENAI_API_KEY: CANARY, OPENAI_BASE_URL: "https://gateway.example/secret-path/v1" });
  expect(await viewOf(settings, "openai")).toMatchObject({
    key: "environment",
    address: { url: "https://gateway.example", source: "environment" },
  });
  const list = await settings.list();
  expect(JSON.stringify(list)).not.toMatch(/canary|secret-path/);
});

test("what cannot be a key or an address is refused with its code", async () => {
  const { settings } = setUp();
  const code = async (id: Parameters<ProviderSettings["save"]>[0], address: string | null, key?: string) => {
    const saved = await settings.save(id, { address, key });
    return saved.ok ? "ok" : saved.code;
  };
  expect(await code("openai", null, "two words")).toBe("provider-key-invalid");
  expect(await code("openai", null, "  ")).toBe("provider-key-invalid");
  expect(await code("openai", null, "käse")).toBe("provider-key-invalid");
  expect(await code("ollama", null, "key")).toBe("provider-key-unused");
  expect(await code("openai-compatible", null, "key")).toBe("model-setting-missing");
  expect(await code("openai", "ftp://x")).toBe("config-url-invalid");
  expect(await code("openai", "http://user:password@host/v1")).toBe("config-url-credentials");
  expect(await code("openai", "http://host/v1?key=x")).toBe("config-url-invalid");
  expect(await code("openai", "http://host/v1#x")).toBe("config-url-fragment");
});

test("a file that cannot be read is left as it is and said", async () => {
  const { file, settings } = setUp();
  for (const text of ["{", '{"version":2,"providers":{}}', '{"version":1,"providers":{"openai":{"key":"x"}}}']) {
    writeFileSync(file, text);
    expect(await settings.list()).toEqual({ ok: false, code: "providers-file-malformed" });
    expect(await settings.save("openai", { address: null, key: "x" })).toEqual({
      ok: false,
      code: "providers-file-malformed",
    });
    expect(readFileSync(file, "utf8")).toBe(text);
  }
});

test("a file that cannot be written is said, and nothing is changed", async () => {
  const { folder } = setUp();
  const file = join(folder, "place", "providers.json");
  mkdirSync(file, { recursive: true });
  const settings = new ProviderSettings({ store: createProviderFile(file), environment: {} });
  expect(await settings.save("openai", { address: null, key: "x" })).toEqual({ ok: false, code: "storage-error" });
});

test("writers at the same time lose nothing of each other", async () => {
  const { file, open } = setUp();
  const ids = ["openai", "anthropic", "google"] as const;
  await Promise.all(ids.map((id) => open().save(id, { address: null, key: `key-of-${id}` })));
  const { providers } = JSON.parse(readFileSync(file, "utf8"));
  expect(Object.keys(providers).sort()).toEqual(["anthropic", "google", "openai"]);
});
