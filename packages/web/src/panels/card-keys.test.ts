import { expect, test } from "vitest";
import { decisionForKey, INERT_MS } from "./card-keys.js";

const pressed = { key: "a", isRepeat: false, hasModifier: false, isInCard: true };
const gate = { stoodMs: INERT_MS, allowSession: true, isAllShown: true, isSending: false };

test("D, A and S answer, in either case [UI-04]", () => {
  expect(decisionForKey({ ...pressed, key: "d" }, gate)).toBe("denied");
  expect(decisionForKey({ ...pressed, key: "A" }, gate)).toBe("allowed");
  expect(decisionForKey({ ...pressed, key: "s" }, gate)).toBe("allowed-session");
});

test("a card that has just appeared answers nothing", () => {
  for (const key of ["d", "a", "s"]) {
    expect(decisionForKey({ ...pressed, key }, { ...gate, stoodMs: INERT_MS - 1 })).toBeNull();
  }
});

test("a held key, a key with a modifier and a key outside the card answer nothing", () => {
  expect(decisionForKey({ ...pressed, isRepeat: true }, gate)).toBeNull();
  expect(decisionForKey({ ...pressed, hasModifier: true }, gate)).toBeNull();
  expect(decisionForKey({ ...pressed, isInCard: false }, gate)).toBeNull();
});

test("allowing for the session is no answer where it is not offered [PER-04]", () => {
  expect(decisionForKey({ ...pressed, key: "s" }, { ...gate, allowSession: false })).toBeNull();
});

test("nothing is allowed by a key before every argument was shown, while denying always works", () => {
  const partly = { ...gate, isAllShown: false };
  expect(decisionForKey({ ...pressed, key: "a" }, partly)).toBeNull();
  expect(decisionForKey({ ...pressed, key: "s" }, partly)).toBeNull();
  expect(decisionForKey({ ...pressed, key: "d" }, partly)).toBe("denied");
});

test("there is no default button: Enter, Space and Escape answer nothing", () => {
  for (const key of ["Enter", " ", "Escape", "y"]) expect(decisionForKey({ ...pressed, key }, gate)).toBeNull();
});

test("while an answer is on its way no other is given", () => {
  expect(decisionForKey(pressed, { ...gate, isSending: true })).toBeNull();
});
