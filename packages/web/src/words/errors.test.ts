import { ERROR_CODES, type McpServerView } from "@loop/contract";
import { expect, test } from "vitest";
import { explain, explainServer } from "./errors.js";

test("every code has a sentence and a next step [ERR-03]", () => {
  for (const code of [...Object.keys(ERROR_CODES), "loop-unreachable", "reply-unreadable", "never-heard-of"]) {
    const { sentence, nextStep } = explain(code);
    expect(sentence, code).toMatch(/\.$/);
    expect(nextStep, code).toMatch(/\.$/);
  }
});

test("a server's error names the variable, the program or the server where that helps", () => {
  const failing = (code: string, more: Partial<Extract<McpServerView, { status: "error" }>> = {}) =>
    explainServer({
      config: {
        id: "a",
        name: "Sentry",
        enabled: true,
        transport: { type: "stdio", command: "uvx", args: [], env: [], envVars: ["SENTRY_AUTH_TOKEN"], cwd: "" },
      },
      toolCount: 0,
      status: "error",
      code,
      ...more,
    }).sentence;
  expect(failing("missing-variable")).toBe("Loop was started without SENTRY_AUTH_TOKEN.");
  expect(failing("missing-variable", { detail: "OTHER" })).toBe("Loop was started without OTHER.");
  expect(failing("missing-command")).toBe("There is no program called uvx on this computer.");
  expect(failing("timeout")).toBe("Sentry did not answer in time.");
});
