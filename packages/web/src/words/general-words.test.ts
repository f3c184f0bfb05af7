import { expect, test } from "vitest";
import { sandboxWords } from "./general-words.js";

test("each state of the sandbox has a shape and a word of its own, and the next step of its reason [PER-09]", () => {
  const states = [
    sandboxWords(null),
    sandboxWords({ state: "enforced", reason: null }),
    sandboxWords({ state: "partial", reason: "sandbox-open-namespaces" }),
    sandboxWords({ state: "none", reason: "sandbox-missing" }),
  ];
  expect(new Set(states.map((one) => one.shape)).size).toBe(4);
  expect(new Set(states.map((one) => one.word)).size).toBe(4);
  expect(states.map((one) => one.nextStep)).toEqual([
    "",
    "",
    "Update bubblewrap to 0.8 or later. Until then each command is asked.",
    "Install bubblewrap (bwrap), then start Loop again. Until then each command is asked.",
  ]);
  expect(states[3]?.says).toContain("The sandbox program is not installed.");
});
