import { expect, test } from "vitest";
import { effectiveConnection } from "./provider-connection.js";

const OWN = "https://api.openai.com/v1";
const GATEWAY = "https://gateway.example/v1";
const saved = (address: string | undefined, key?: { value: string; address: string }) => ({
  ...(address === undefined ? {} : { address }),
  ...(key === undefined ? {} : { key }),
});
const of = (entry: ReturnType<typeof saved> | undefined, environment: Record<string, string> = {}) => {
  const { address, key, isKeyWithheld, code } = effectiveConnection("openai", entry, environment);
  return [address?.url ?? null, address?.source ?? null, key?.value ?? null, key?.source ?? null, isKeyWithheld, code];
};

test("what is entered in the app counts before the environment, and each says where it comes from", () => {
  const environment = { OPENAI_API_KEY: "env" };
  expect(of(undefined)).toEqual([OWN, "own", null, null, false, "model-key-missing"]);
  expect(of(undefined, environment)).toEqual([OWN, "own", "env", "environment", false, null]);
  const entered = { value: "entered", address: OWN };
  expect(of(saved(undefined, entered), environment)).toEqual([OWN, "own", "entered", "saved", false, null]);
  expect(of(saved(GATEWAY), { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" })).toEqual([
    GATEWAY,
    "saved",
    null,
    null,
    false,
    "model-key-missing",
  ]);
});

test("the environment's key goes only where the environment sends it", () => {
  const environment = { OPENAI_API_KEY: "env", OPENAI_BASE_URL: `${GATEWAY}/` };
  expect(of(undefined, environment)).toEqual([GATEWAY, "environment", "env", "environment", false, null]);
  expect(of(saved("https://elsewhere.example/v1"), environment)).toEqual([
    "https://elsewhere.example/v1",
    "saved",
    null,
    null,
    true,
    "model-key-missing",
  ]);
  expect(of(saved(GATEWAY), environment).slice(2, 4)).toEqual(["env", "environment"]);
});

test("a saved key goes only to the address it was entered for, even where the environment changes later", () => {
  const entry = saved(undefined, { value: "entered", address: OWN });
  expect(of(entry, { OPENAI_BASE_URL: GATEWAY })).toEqual([
    GATEWAY,
    "environment",
    null,
    null,
    true,
    "model-key-missing",
  ]);
});

test("an address that is none is a setting that is missing, and no key goes anywhere", () => {
  const environment = { OPENAI_API_KEY: "env", OPENAI_BASE_URL: "not an address" };
  expect(of(undefined, environment)).toEqual([null, null, null, null, true, "model-setting-missing"]);
  expect(effectiveConnection("openai-compatible", undefined, {}).code).toBe("model-setting-missing");
  expect(effectiveConnection("openai-compatible", saved(GATEWAY), {}).code).toBeNull();
  expect(effectiveConnection("ollama", undefined, {})).toMatchObject({ code: null, key: null });
});
