import { randomUUID } from "node:crypto";
import { type Ring, systemClock } from "@loop/core/host";
import { waitUntil } from "@loop/testkit";
import { testBus } from "@loop/testkit/conformance";
import { describe, expect, onTestFinished, test } from "vitest";
import { usePostgres } from "../../test-support/postgres-databases.js";
import { createPostgresBus } from "./postgres-notify.js";

const databases = usePostgres();

function open(lines: string[] = []) {
  const options = { clock: systemClock, newId: randomUUID, report: (line: string) => void lines.push(line) };
  const url = databases.server().url();
  return { first: createPostgresBus(url, options), second: createPostgresBus(url, options) };
}

describe("the bus over LISTEN and NOTIFY", () => {
  testBus(async () => open());

  test("many rings of one moment take few notifications, and the last of each place is heard", async () => {
    const { first, second } = opened();
    const heard: Ring[] = [];
    await second.subscribe("t", (ring) => heard.push(ring));
    for (let seq = 1; seq <= 5_000; seq += 1) first.publish({ topic: "t", id: `${seq % 400}`.padStart(60, "x"), seq });
    await waitUntil(() => heard.filter((ring) => (ring.seq ?? 0) > 4_600).length === 400, { what: "all are heard" });
    expect(heard.length).toBeLessThan(2_000);
  });

  test("a break is said once, is mended by itself, and every listener is rung after it", async () => {
    const lines: string[] = [];
    const { first, second } = opened(lines);
    const heard: Ring[] = [];
    await second.subscribe("t", (ring) => heard.push(ring));
    await databases.server().crash();
    await waitUntil(() => lines.length === 2, { what: "both have said so" });
    first.publish({ topic: "t", id: "meanwhile" });
    await databases.server().start();
    await waitUntil(() => lines.length === 4, { withinMs: 20_000, what: "both are back" });
    const ids = () => heard.map((ring) => ring.id);
    await waitUntil(() => ids().includes("t"), { what: "the listener is rung" });
    first.publish({ topic: "t", id: "after" });
    await waitUntil(() => ids().includes("after"), { what: "rings are heard again" });
  });

  test("an address that cannot be read is refused without repeating it", () => {
    const make = () => createPostgresBus("postgres://user:canary@host:port/db", options());
    expect(make).toThrow(expect.objectContaining({ code: "setting-invalid" }));
    expect(make).not.toThrow(/canary/);
  });
});

const options = () => ({ clock: systemClock, newId: randomUUID, report: () => undefined });

function opened(lines?: string[]) {
  const buses = open(lines);
  onTestFinished(async () => {
    await buses.first.close();
    await buses.second.close();
  });
  return buses;
}
