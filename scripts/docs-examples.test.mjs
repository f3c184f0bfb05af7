import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./prepare.mjs";
import { runTool } from "./run-tool.mjs";

const DOCUMENTS = ["docs/sdk.md", "packages/core/README.md"];
const COMPILE_MS = 60_000;

/** The TypeScript blocks as one program; every other line is blank, so that a complaint names the document's own line. */
function programIn(text) {
  let isCode = false;
  const lines = text.split("\n").map((line) => {
    const wasCode = isCode;
    isCode = isCode ? line !== "```" : line === "```ts";
    return wasCode && isCode ? line : "";
  });
  return lines.join("\n");
}

let folder;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "loop-docs-"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(
  "the code in the guides compiles as it stands [SDK-01]",
  async () => {
    const files = DOCUMENTS.map((document) => {
      const program = programIn(readFileSync(join(root, document), "utf8"));
      expect(program, document).toContain('from "@loop/core"');
      writeFileSync(join(folder, `${basename(document, ".md")}.ts`), program);
      return `${basename(document, ".md")}.ts`;
    });
    const options = ["--strict", "--noEmit", "--target", "ES2023", "--module", "NodeNext", "--types", "node"];
    const typescript = join(root, "node_modules/typescript/bin/tsc");
    const command = [process.execPath, typescript, ...options, "--pretty", "false", ...files];
    expect(await runTool(command, { cwd: folder })).toMatchObject({ output: "", code: 0 });
  },
  COMPILE_MS,
);

test("a mistake in a document is found at its line", () => {
  expect(programIn("# A\n```ts\nconst a = 1;\n```\n```\nplain\n```\n```ts\nconst b = a;\n```")).toBe(
    "\n\nconst a = 1;\n\n\n\n\n\nconst b = a;\n",
  );
});
