import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PACKAGES } from "./layer-table.mjs";
import { lintConfig, rowsOf, unknownFolders } from "./layers.mjs";
import { anyOf, anythingBut } from "./patterns.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const IMPORTS = "no-restricted-imports";

/** The laws of the house, written down apart from the table so that a slip in the table cannot pass. */
const FORBIDDEN = [
  ["core/src/agent", "../mcp/manager.js"],
  ["core/src/agent", "../codemode/tool.js"],
  ["core/src/agent", "../approvals/gate.js"],
  ["core/src/agent", "../session/turn.js"],
  ["core/src/agent/inner", "../../mcp/manager.js"],
  ["core/src/agent", "../index.js"],
  ["core/src/agent", "../../src/mcp/manager.js"],
  ["core/src/agent", "@modelcontextprotocol/client"],
  ["core/src/kit", "@loop/contract"],
  ["core/src/kit", "../ports/bus.js"],
  ["core/src/mcp", "../agent/loop.js"],
  ["core/src/mcp", "../approvals/gate.js"],
  ["core/src/approvals", "../mcp/manager.js"],
  ["core/src/codemode", "../approvals/gate.js"],
  ["core/src/codemode", "../mcp/manager.js"],
  ["core/src/codemode/search", "../../mcp/tool-source-more.js"],
  ["core/src/policy", "../session/turn.js"],
  ["core/src/ports", "../mcp/manager.js"],
  ["core/src/sample-server", "@modelcontextprotocol/client"],
  ["core/src/session", "hono"],
  ["core/src/session", "@loop/stores"],
  ["core/src", "@loop/server"],
  ["core/src", "fs"],
  ["contract/src", "zod"],
  ["contract/src", "node:fs"],
  ["contract/src", "@loop/core"],
  ["contract/src", "../../core/src/index.js"],
  ["stores/src", "@loop/core"],
  ["stores/src", "@loop/server"],
  ["server/src", "@loop/web"],
  ["server/src", "@loop/cli"],
  ["server/src", "pg"],
  ["server/src/turns", "node:https"],
  ["server/src/turns", "hono"],
  ["server/src/routes", "@loop/stores"],
  ["web/src/parts", "../panels/composer.js"],
  ["web/src/parts", "@loop/contract"],
  ["web/src/panels", "../screens/chat.js"],
  ["web/src/panels", "../api/client.js"],
  ["web/src/screens", "../app/main.js"],
  ["web/src/app", "@loop/core"],
  ["web/src/app", "node:path"],
  ["cli/src", "@loop/server"],
  ["cli/src", "@loop/web"],
  ["cli/src", "@loop/stores"],
  ["cli/src", "kysely"],
  ["cli/src", "@loop/core/host"],
  ["core/src/mcp", "@loop/testkit"],
  ["testkit/src", "@loop/server"],
  ["loop/bin", "@loop/core"],
];

const ALLOWED = [
  ["core/src/session", "../mcp/manager.js"],
  ["core/src/session", "../agent/loop.js"],
  ["core/src/mcp", "@modelcontextprotocol/client"],
  ["core/src/mcp", "node:child_process"],
  ["core/src/agent", "./tool.js"],
  ["core/src/codemode", "../mcp/tool-source.js"],
  ["core/src/codemode/search", "../../mcp/lifetime.js"],
  ["core/src", "./mcp/manager.js"],
  ["contract/src", "zod/mini"],
  ["contract/src/inner", "../ids.js"],
  ["stores/src", "@loop/core/host"],
  ["server/src", "@loop/core/host"],
  ["server/src/egress", "node:https"],
  ["web/src/panels", "../parts/button.js"],
  ["web/src/screens", "@loop/contract"],
  ["cli/src", "@loop/core"],
  ["loop/bin", "@loop/server"],
  ["testkit/src", "@loop/stores"],
];

/** One file a rule that is no import edge: [path, source, rule that must report it, or null for silence]. */
const SHAPES = [
  ["core/src/session/any.ts", "export const x: any = 1;", "no-explicit-any"],
  ["core/src/session/default.ts", "export default 1;", "no-default-export"],
  ["core/src/session/required.ts", 'export const x = require("node:fs");', "no-require-imports"],
  ["core/src/session/loader.ts", 'import { createRequire } from "node:module"; export { createRequire };', IMPORTS],
  ["core/src/session/lazy.ts", 'export const x = () => import("@loop/server");', IMPORTS],
  ["core/src/session/typed.ts", 'export type X = import("@loop/server").X;', "consistent-type-imports"],
  ["core/src/session/again.ts", 'export { x } from "@loop/server";', IMPORTS],
  ["core/src/session/env.ts", "export const x = process.env.HOME;", "no-restricted-properties"],
  ["core/src/session/taken.ts", "const { env } = process; export { env };", "no-restricted-properties"],
  ["core/src/session/named.ts", 'import { env } from "node:process"; export { env };', IMPORTS],
  ["server/src/settings.ts", "export const x = process.env.HOME;", null],
  ["core/src/mcp/references.ts", "export const x = process.env.HOME;", null],
  ["core/src/session/timer.ts", "setTimeout(() => 1, 2);", "no-restricted-globals"],
  ["core/src/session/hidden.ts", "globalThis.setTimeout(() => 1, 2);", "no-restricted-properties"],
  [
    "core/src/session/promised.ts",
    'import { setTimeout } from "node:timers/promises"; export { setTimeout };',
    IMPORTS,
  ],
  ["core/src/codemode/pool.ts", 'import { createRequire } from "node:module"; export { createRequire };', null],
  ["server/src/turns/typed.ts", 'import type { AddressInfo } from "node:net"; export type A = AddressInfo;', null],
  ["core/src/session/cast.ts", "export const f = (x: unknown) => x as string;", "consistent-type-assertions"],
  ["core/src/session/const.ts", 'export const f = ["a"] as const;', null],
  ["core/src/session/yields.ts", 'import { setImmediate } from "node:timers/promises"; export { setImmediate };', null],
  ["core/src/kit/deadline.ts", "setTimeout(() => 1, 2);", null],
  ["core/src/session/open.ts", 'export const x = () => fetch("a:b");', "no-restricted-globals"],
  ["core/src/mcp/open.ts", 'export const x = () => fetch("a:b");', null],
  ["web/src/panels/open.ts", 'export const x = () => fetch("/api");', "no-restricted-globals"],
  ["core/src/session/noisy.ts", 'console.log("x");', "no-console"],
  ["core/src/session/one.ts", 'import { b } from "./two.js"; export const a = () => b;', "no-cycle"],
  ["core/src/session/two.ts", 'import { a } from "./one.js"; export const b = () => a;', "no-cycle"],
  ["core/src/session/long.ts", `${"// a line\n".repeat(301)}export const x = 1;`, "max-lines"],
  ["core/src/session/tall.ts", `export function f() {\n${"  f();\n".repeat(41)}}`, "max-lines-per-function"],
  ["web/src/parts/tall.tsx", `export function F() {\n${"  F();\n".repeat(60)}}`, null],
  [
    "core/src/session/deep.ts",
    "export const f = (a: number) => { if (a) { for (;;) { if (a) { while (a) f(a); } } } };",
    "max-depth",
  ],
  [
    "core/src/session/x.test.ts",
    'import { y } from "@loop/testkit"; import "../mcp/z.js"; setTimeout(() => y, 1);',
    null,
  ],
  ["core/src/session/float.ts", "export async function f() {} export function g() { f(); }", "no-floating-promises"],
  [
    "core/src/session/gap.ts",
    'export const f = (x: "a" | "b") => { switch (x) { case "a": return 1; } return 2; };',
    "switch-exhaustiveness-check",
  ],
];

let folder;
let reports;

function place(path, source) {
  const file = join(folder, "packages", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${source}\n`);
  return `packages/${path}`;
}

const placeEdge = (kind) => (edge, index) => {
  const extension = edge[0] === "loop/bin" ? "mjs" : "ts";
  return place(`${edge[0]}/${kind}-${index}.${extension}`, `import { x } from "${edge[1]}";\nexport { x };`);
};

/** Every edge between two folders, as the table has it. */
function tableEdges() {
  return rowsOf()
    .filter((zone) => zone.folder)
    .flatMap((zone) => {
      const others = Object.keys(PACKAGES[zone.package].folders).filter((other) => other !== zone.folder);
      return others.map((other) => ({ zone, other, isForbidden: zone.forbiddenFolders.includes(other) }));
    });
}

function runLint() {
  const run = spawnSync(
    process.execPath,
    [join(root, "node_modules/oxlint/bin/oxlint"), "--type-aware", "-f", "json", "packages"],
    {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 2 ** 26,
    },
  );
  const { diagnostics } = JSON.parse(run.stdout);
  const byFile = new Map();
  for (const { filename, code } of diagnostics) {
    const rule = code.replace(/^.*\((.*)\)$/, "$1");
    byFile.set(filename, [...(byFile.get(filename) ?? []), rule]);
  }
  return byFile;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "loop-layers-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, ".oxlintrc.json"), JSON.stringify(lintConfig()));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: { strict: true, module: "nodenext", target: "es2023", jsx: "preserve" },
      include: ["packages"],
    }),
  );
  FORBIDDEN.forEach(placeEdge("forbidden"));
  ALLOWED.forEach(placeEdge("allowed"));
  for (const [path, source] of SHAPES) place(path, source);
  for (const { zone, other } of tableEdges()) {
    place(`${zone.package}/src/${zone.folder}/to-${other}.ts`, `import { x } from "../${other}/x.js";\nexport { x };`);
  }
  reports = runLint();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reported = (path) => reports.get(`packages/${path}`) ?? [];

describe("the layer lint", () => {
  test.each(FORBIDDEN.map((edge, index) => [...edge, index]))("%s never imports %s", (from, _to, index) => {
    expect(reported(`${from}/forbidden-${index}.${from === "loop/bin" ? "mjs" : "ts"}`)).toContain(IMPORTS);
  });

  test.each(ALLOWED.map((edge, index) => [...edge, index]))("%s may import %s", (from, _to, index) => {
    expect(reported(`${from}/allowed-${index}.${from === "loop/bin" ? "mjs" : "ts"}`)).toEqual([]);
  });

  test("reports every forbidden edge between folders and no allowed one", () => {
    const wrong = tableEdges().filter(({ zone, other, isForbidden }) => {
      const isReported = reported(`${zone.package}/src/${zone.folder}/to-${other}.ts`).includes(IMPORTS);
      return isReported !== isForbidden;
    });
    expect(wrong.map(({ zone, other }) => `${zone.name} -> ${other}`)).toEqual([]);
  });

  test.each(SHAPES)("%s", (path, _source, rule) => {
    if (rule === null) expect(reported(path)).toEqual([]);
    else expect(reported(path)).toContain(rule);
  });

  test("names a folder of a closed package that has no row", () => {
    mkdirSync(join(folder, "packages/core/src/utils"), { recursive: true });
    expect(unknownFolders(folder)).toEqual(["packages/core/src/utils has no row in scripts/layer-table.mjs."]);
  });
});

describe("the patterns", () => {
  test("anythingBut spares the names, their subpaths and prefixes, and nothing else", () => {
    const pattern = new RegExp(anythingBut(["zod/mini", "ai", "@a/b/*", ".*"]));
    const spared = ["zod/mini", "ai", "@a/b", "@a/b/c", "./x", "../y"];
    const caught = ["zod", "zod/mini/x", "zod/minix", "air", "ai/x", "@a/bc", "@a", "node:fs", "fs"];
    expect(spared.filter((name) => pattern.test(name))).toEqual([]);
    expect(caught.filter((name) => !pattern.test(name))).toEqual([]);
  });

  test("anyOf catches the names and their subpaths alone", () => {
    const pattern = new RegExp(anyOf(["pg", "kysely/*"]));
    expect(["pg", "kysely", "kysely/x"].every((name) => pattern.test(name))).toBe(true);
    expect(["pgx", "pg/x", "kyselyx"].some((name) => pattern.test(name))).toBe(false);
  });
});
