import { existsSync, readFileSync } from "node:fs";
import { type HttpRequest, McpFailure } from "@loop/core/host";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createEgress } from "./egress.js";

const file = new URL("../../../../../shared/data/ssrf-corpus.json", import.meta.url);
const Rows = z.array(
  z.object({
    id: z.string(),
    host: z.string().optional(),
    url: z.string().optional(),
    expected: z.enum(["public", "blocked", "invalid"]),
    edge: z.boolean().optional(),
    /** What the resolver answers; an empty list: there is no such name. */
    dns: z.array(z.string()).optional(),
  }),
);
const rows = existsSync(file) ? Rows.parse(JSON.parse(readFileSync(file, "utf8"))) : [];
const judged = rows.filter((row) => row.edge !== true);
let answers: readonly string[] = [];
const egress = createEgress({ allowedOrigins: null, resolve: async () => answers });
afterAll(() => egress.close());

const plain: Omit<HttpRequest, "url"> = { method: "GET", headers: {}, body: null, signal: null };

/** What is said before anything is connected to. */
const refusals = new Set([
  "address-not-found",
  "address-not-public",
  "config-url-credentials",
  "config-url-fragment",
  "config-url-invalid",
  "config-url-port",
]);

async function sendCode(url: URL): Promise<string> {
  const connection = egress.connectionsOf("corpus")();
  try {
    await connection.send({ ...plain, url });
    return "sent";
  } catch (error) {
    return error instanceof McpFailure ? error.code : String(error);
  } finally {
    await connection.destroy();
  }
}

describe.skipIf(rows.length === 0)("the shared corpus of addresses", () => {
  test("every row is judged as it says, when it is typed and when it is called [NET-01]", async () => {
    const wrong: string[] = [];
    for (const row of judged) {
      answers = row.dns ?? [];
      const text = row.url ?? `http://${row.host}/`;
      const reading = await egress.check(text);
      if (reading.ok !== (row.expected === "public")) wrong.push(`${row.id} check`);
      // Public rows are not called: a test does not leave this machine.
      if (row.expected === "public" || !URL.canParse(text)) continue;
      const code = await sendCode(new URL(text));
      if (!refusals.has(code)) wrong.push(`${row.id} send ${code}`);
    }
    expect(wrong).toEqual([]);
    expect(judged.length).toBeGreaterThan(150);
  });
});
