import { randomUUID } from "node:crypto";
import { type Ring, systemClock } from "@loop/core/host";
import { makeTempDir, type PostgresServer, startPostgres, waitUntil } from "@loop/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openRows } from "./open-rows.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const options = () => ({
  clock: systemClock,
  newId: randomUUID,
  report: () => undefined,
  dataDir: makeTempDir("data"),
});

async function open(databaseUrl: string | null) {
  const rows = await openRows({ ...options(), databaseUrl, natsUrl: null });
  onTestFinished(async () => {
    await rows.bus.close();
    await rows.stores.close();
  });
  return rows;
}

test("two replicas of DATABASE_URL share rows and rings; without it each has its own", async () => {
  const [one, two] = [await open(server.url()), await open(server.url())];
  const heard: Ring[] = [];
  await two.bus.subscribe("t", (ring) => heard.push(ring));
  await one.bus.subscribe("t", () => undefined);
  await one.stores.settings.set("alice", "model", "ollama/small");
  one.bus.publish({ topic: "t", id: "1" });
  await waitUntil(() => heard.length === 1, { what: "the other replica hears it" });
  expect(await two.stores.settings.get("alice", "model")).toBe("ollama/small");
  expect(await (await open(null)).stores.settings.get("alice", "model")).toBeNull();
});

test("what is wrong with a database server is said at the start, without its address", async () => {
  const refused = openRows({ ...options(), databaseUrl: "postgres://loop:canary@127.0.0.1:1/loop", natsUrl: null });
  await expect(refused).rejects.toMatchObject({ name: "StartFailure", code: "database-unreachable", subject: null });
});
