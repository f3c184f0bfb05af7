// Every example of the guide to scripts is run, each in a session of its own, against the sample server.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAgentSession, McpManager } from "@loop/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./prepare.mjs";

const GUIDE = readFileSync(join(root, "docs/codemode.md"), "utf8");
const EXAMPLE = /^```(?:js|ts)( denied)?\n([\s\S]*?)\n```\n\n```text\n([\s\S]*?)\n```$/gm;

/** In the guide's order; `line` is where the script begins. */
const examples = [...GUIDE.matchAll(EXAMPLE)].map((match) => ({
  line: GUIDE.slice(0, match.index).split("\n").length + 1,
  answer: match[1] === undefined ? "allowed" : "denied",
  script: match[2],
  gives: match[3],
}));

let folder;
let manager;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "loop-scripts-"));
  manager = new McpManager(join(folder, "mcp.json"));
  const ready = new Promise((resolve) => {
    manager.subscribe(({ view }) => view?.status === "ready" && resolve());
  });
  const args = [fileURLToPath(import.meta.resolve("@loop/core/sample-server"))];
  const transport = { type: "stdio", command: process.execPath, args, env: [], envVars: [], cwd: "" };
  await manager.save({ id: "sample", name: "Sample", enabled: true, transport });
  await ready;
});

afterAll(async () => {
  await manager.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the model would read. */
async function run({ script, answer }) {
  const session = await createAgentSession({ model: null, workspaceRoot: folder, mcpManager: manager });
  session.setApprovalHandler(async () => answer);
  try {
    let result = [];
    for await (const event of session.call("codemode", { script })) {
      if (event.type === "call-end" && !event.callId.includes("/")) result = event.result ?? [];
    }
    return result.map((block) => (block.type === "text" ? block.text : `(${block.mimeType})`)).join("\n");
  } finally {
    await session.dispose();
  }
}

describe("the guide to scripts", () => {
  test("shows no script without what it gives", () => {
    expect(examples).toHaveLength([...GUIDE.matchAll(/^```(?:js|ts)/gm)].length);
  });

  test.each(examples)("gives what it says at line $line [CM-02, CM-03]", async (example) => {
    expect(await run(example)).toBe(example.gives);
  });
});
