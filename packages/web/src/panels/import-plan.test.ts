import type { McpServerConfig } from "@loop/contract";
import { expect, test } from "vitest";
import { looksLikeVariable, planImport, secretsOf } from "./import-plan.js";

const server = (id: string): McpServerConfig => ({
  id,
  name: id,
  enabled: true,
  transport: { type: "stdio", command: "npx", args: [], env: [{ key: "TOKEN", value: "x" }], envVars: [], cwd: "" },
});

test("a pasted server never takes the id of one that is there [CFG-19]", () => {
  const plan = planImport(
    [
      { ok: true, config: server("github") },
      { ok: true, config: server("files") },
      { ok: true, config: server("github-2") },
    ],
    ["github"],
  );
  const ids = plan.map((entry) => (entry.kind === "server" ? [entry.config.id, entry.takenId] : []));
  expect(ids).toEqual([
    ["github-2", "github"],
    ["files", null],
    ["github-2-2", "github-2"],
  ]);
});

test("an entry that cannot be used keeps its name and why [CFG-19]", () => {
  expect(planImport([{ ok: false, name: "old", code: "config-import-unsupported" }], [])).toEqual([
    { kind: "refused", name: "old", code: "config-import-unsupported" },
  ]);
});

test("the values of a server are known by name, and one that looks like a variable is noticed", () => {
  expect(secretsOf(server("a")).map((row) => row.key)).toEqual(["TOKEN"]);
  expect(["${env:TOKEN}", "Bearer ${TOKEN}", "$TOKEN"].map(looksLikeVariable)).toEqual([true, true, true]);
  expect(["abc$", "a-token", "$5 a day"].map(looksLikeVariable)).toEqual([false, false, false]);
});
