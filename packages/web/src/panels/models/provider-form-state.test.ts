import type { ProviderView } from "@loop/contract";
import { expect, test } from "vitest";
import { bodyOf, formOf, isChanged, isReadableOnTheWay, mustReenter } from "./provider-form-state.js";

const view: ProviderView = {
  id: "openai",
  takesKey: true,
  needsKey: true,
  key: "saved",
  address: { url: "https://gateway.example/v1", source: "saved" },
  code: null,
};

test("a saved key is kept without being known, and an untouched form changes nothing", () => {
  const form = formOf(view);
  expect(form).toEqual({ address: "https://gateway.example/v1", key: { kind: "kept" } });
  expect(isChanged(form, view)).toBe(false);
  expect(bodyOf(form)).toEqual({ address: "https://gateway.example/v1" });
});

test("another address asks for the saved key again, a slash at its end does not [CFG-15]", () => {
  const form = formOf(view);
  expect(mustReenter({ ...form, address: "https://gateway.example/v1/ " }, view)).toBe(false);
  for (const address of ["https://elsewhere.example/v1", ""]) {
    expect(mustReenter({ ...form, address }, view)).toBe(true);
    expect(mustReenter({ address, key: { kind: "removed" } }, view)).toBe(false);
    expect(mustReenter({ address, key: { kind: "typed", value: "k" } }, view)).toBe(false);
  }
});

test("a key is sent when it was typed, removed when that was said, and else left alone", () => {
  const address = "https://gateway.example/v1";
  expect(bodyOf({ address, key: { kind: "typed", value: "k" } })).toEqual({ address, key: "k" });
  expect(bodyOf({ address: " ", key: { kind: "removed" } })).toEqual({ address: null, key: null });
  expect(bodyOf({ address: "", key: { kind: "typed", value: " " } })).toEqual({ address: null });
});

test("the environment's address is no address to be saved", () => {
  const given: ProviderView = { ...view, key: null, address: { url: "https://x.example", source: "environment" } };
  expect(formOf(given)).toEqual({ address: "", key: { kind: "typed", value: "" } });
});

test("a plain address is named as one unless it is this computer", () => {
  expect(isReadableOnTheWay("http://gateway.example/v1")).toBe(true);
  for (const address of [
    "https://gateway.example",
    "http://127.0.0.1:1234/v1",
    "http://localhost:1",
    "http://[::1]:1",
    "x",
  ]) {
    expect(isReadableOnTheWay(address), address).toBe(false);
  }
});
