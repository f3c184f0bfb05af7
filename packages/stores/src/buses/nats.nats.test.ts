import { randomUUID } from "node:crypto";
import { type Ring, systemClock } from "@loop/core/host";
import { type NatsServer, startNats, waitUntil } from "@loop/testkit";
import { testBus } from "@loop/testkit/conformance";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createNatsBus } from "./nats.js";

let server: NatsServer;
beforeAll(async () => {
  server = await startNats();
});
afterAll(() => server.stop());

function open(lines: string[] = []) {
  const options = { clock: systemClock, newId: randomUUID, report: (line: string) => void lines.push(line) };
  return { first: createNatsBus(server.url, options), second: createNatsBus(server.url, options) };
}

describe("the bus over NATS", () => {
  testBus(async () => open());

  test("a break is said once, is mended by itself, and every listener is rung after it", async () => {
    const lines: string[] = [];
    const { first, second } = open(lines);
    onTestFinished(async () => {
      await first.close();
      await second.close();
    });
    const heard: Ring[] = [];
    await second.subscribe("t", (ring) => heard.push(ring));
    await server.crash();
    await waitUntil(() => lines.length === 2, { what: "both have said so" });
    first.publish({ topic: "t", id: "meanwhile" });
    await server.start();
    await waitUntil(() => lines.length === 4, { withinMs: 20_000, what: "both are back" });
    const ids = () => heard.map((ring) => ring.id);
    await waitUntil(() => ids().includes("t"), { what: "the listener is rung" });
    first.publish({ topic: "t", id: "after" });
    await waitUntil(() => ids().includes("after"), { what: "rings are heard again" });
  });

  test.each(["http://user:canary@host", "nats://", "canary"])("%s is refused without repeating it", (url) => {
    const make = () => createNatsBus(url, { clock: systemClock, newId: randomUUID, report: () => undefined });
    expect(make).toThrow(expect.objectContaining({ code: "setting-invalid" }));
    expect(make).not.toThrow(/canary/);
  });
});
