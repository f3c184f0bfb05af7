import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { expect, test } from "vitest";
import { startLoop } from "../test-support/loop-process.js";
import { clientOf } from "../test-support/test-server.js";

/** A disk of its own for one process: a small file system that only its namespace sees. */
const canMount = spawnSync("unshare", ["--mount", "true"]).status === 0;

function onSmallDisk(kilobytes: number, folder: string): readonly string[] {
  const script = `mount -t tmpfs -o size=${kilobytes}k tmpfs "$0" && exec "$@"`;
  return ["unshare", "--mount", "sh", "-c", script, folder];
}

test.skipIf(!canMount)(
  "a full disk at the start is one sentence, whatever the database calls it",
  async () => {
    for (const kilobytes of [4, 16, 64]) {
      const folder = makeTempDir();
      const loop = startLoop({ LOOP_DATA_DIR: join(folder, "loop") }, onSmallDisk(kilobytes, folder));
      expect(await loop.ended()).toBe(1);
      expect(loop.stderr()).toMatch(/^The disk is full \(\S+\)\. Free some space, then try again\.\n$/);
    }
  },
  60_000,
);

test.skipIf(!canMount)(
  "a disk that fills up later refuses a change with its code, and keeps what was there",
  async () => {
    const folder = makeTempDir();
    const dataDir = join(folder, "loop");
    const loop = startLoop({ LOOP_DATA_DIR: dataDir }, onSmallDisk(2_048, folder));
    const link = await loop.ready();
    const client = clientOf(link.origin, link.searchParams.get("token") ?? "");
    const kept: string[] = [];
    let refusal: unknown = null;
    while (refusal === null && kept.length < 200) {
      const answer = await client.call("POST", "/api/conversations", { title: "x".repeat(200) });
      if (answer.status !== 200) refusal = answer;
      else kept.push(JSON.parse(JSON.stringify(answer.body)).conversation.id);
      const text = "y".repeat(60_000);
      const body = {
        id: `s${kept.length}`,
        name: "S",
        enabled: false,
        transport: { type: "stdio", command: "x", args: [text] },
      };
      await client.call("POST", "/api/settings/mcp", body);
    }
    expect(refusal).toMatchObject({ status: 500, body: { error: { code: "disk-full" } } });
    const { conversations } = await client.ask("listConversations");
    expect(conversations.map((conversation) => conversation.id).sort()).toEqual(kept.sort());
  },
  60_000,
);
