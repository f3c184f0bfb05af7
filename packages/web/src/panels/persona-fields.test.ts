import { PERSONA_LIMITS } from "@loop/contract";
import { expect, test } from "vitest";
import { memoryProblem, personaProblems, promptProblem } from "./persona-fields.js";

test("a persona needs a name and may be without instructions", () => {
  expect(personaProblems({ name: " ", instructions: "" })).toEqual({ name: "Fill this in." });
  expect(personaProblems({ name: "Ada", instructions: "" })).toEqual({});
  const long = { name: "n".repeat(PERSONA_LIMITS.name + 1), instructions: "i".repeat(PERSONA_LIMITS.instructions + 1) };
  expect(Object.keys(personaProblems(long))).toEqual(["name", "instructions"]);
});

test("an entry has words, and not too many; what stands around them does not count", () => {
  expect(memoryProblem("\n ")).toBe("Fill this in.");
  expect(memoryProblem(` ${"m".repeat(PERSONA_LIMITS.memoryText)}\n`)).toBeNull();
  expect(memoryProblem("m".repeat(PERSONA_LIMITS.memoryText + 1))).toBe("At most 1000 characters.");
});

test("a text of the app is never saved empty: a reset is the way back", () => {
  expect(promptProblem(" ")).toBe("Write something, or reset to the original.");
  expect(promptProblem("Answer briefly.")).toBeNull();
  expect(promptProblem("p".repeat(PERSONA_LIMITS.promptText + 1))).toBe("At most 8000 characters.");
});
