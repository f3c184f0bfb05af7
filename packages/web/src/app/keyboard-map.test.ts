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
  expect(shortcutOf(pressed("n"))).toBe("new");
  expect(shortcutOf(pressed("J", { ctrlKey: false, metaKey: true }))).toBe("next-question");
  expect(shortcutOf(pressed("."))).toBe("stop");
  expect(shortcutOf(pressed("n", { shiftKey: true }))).toBeNull();
  expect(shortcutOf(pressed("n", { altKey: true }))).toBeNull();
  expect(shortcutOf(pressed("n", { ctrlKey: false }))).toBeNull();
  expect(shortcutOf(pressed("a"))).toBeNull();
});

test("the oldest question comes first, asked again the next one, and after the last the first again", () => {
  const open = [question("1"), question("2")];
  expect(nextQuestion(open, null)?.id).toBe("1");
  expect(nextQuestion(open, "1")?.id).toBe("2");
  expect(nextQuestion(open, "2")?.id).toBe("1");
  expect(nextQuestion(open, "gone")?.id).toBe("1");
  expect(nextQuestion([], null)).toBeNull();
});
