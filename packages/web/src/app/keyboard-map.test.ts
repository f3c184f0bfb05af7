import type { ApprovalRequest } from "@loop/contract";
import { expect, test } from "vitest";
import { nextQuestion, shortcutOf } from "./keyboard-map.js";

const pressed = (key: string, more = {}) => ({
  key,
  ctrlKey: true,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

const question = (id: string): ApprovalRequest => ({
  id,
  conversationId: `conversation-${id}`,
  turnId: "t",
  callId: "c",
  tool: { builtin: "write_file" },
  description: "",
  args: {},
  allowSession: false,
  expiresAt: null,
});

test("Ctrl or ⌘ with N, J and the dot are shortcuts, with Shift or Alt they are not", () => {
  expect(shortcutOf(pressed("n"), true)).toBe("new");
  expect(shortcutOf(pressed("J", { ctrlKey: false, metaKey: true }), true)).toBe("next-question");
  expect(shortcutOf(pressed("."), true)).toBe("stop");
  expect(shortcutOf(pressed("n", { shiftKey: true }), true)).toBeNull();
  expect(shortcutOf(pressed("n", { altKey: true }), true)).toBeNull();
  expect(shortcutOf(pressed("n", { ctrlKey: false }), true)).toBeNull();
  expect(shortcutOf(pressed("a"), true)).toBeNull();
});

test("Ctrl K finds or does, also while writing", () => {
  expect(shortcutOf(pressed("k"), true)).toBe("palette");
  expect(shortcutOf(pressed("K", { ctrlKey: false, metaKey: true }), false)).toBe("palette");
});

test("a question mark shows the keyboard, and is a question mark while writing", () => {
  const mark = pressed("?", { ctrlKey: false, shiftKey: true });
  expect(shortcutOf(mark, false)).toBe("keyboard");
  expect(shortcutOf(mark, true)).toBeNull();
  expect(shortcutOf(pressed("?", { ctrlKey: false, altKey: true }), false)).toBeNull();
  expect(shortcutOf(pressed("k", { ctrlKey: false }), false)).toBeNull();
});

test("the oldest question comes first, asked again the next one, and after the last the first again", () => {
  const open = [question("1"), question("2")];
  expect(nextQuestion(open, null)?.id).toBe("1");
  expect(nextQuestion(open, "1")?.id).toBe("2");
  expect(nextQuestion(open, "2")?.id).toBe("1");
  expect(nextQuestion(open, "gone")?.id).toBe("1");
  expect(nextQuestion([], null)).toBeNull();
});
