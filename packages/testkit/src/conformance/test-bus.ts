import type { Bus, Ring } from "@loop/core/host";
import { expect, onTestFinished, test } from "vitest";
import { waitUntil } from "../wait-until.js";
import type { Buses, OpenBuses } from "./replicas.js";

/** What every doorbell does while nothing is lost. Call it inside a `describe` that names the bus. */
export function testBus(open: OpenBuses): void {
  testHearing(open);
  testLeaving(open);
}

async function openBuses(open: OpenBuses): Promise<Buses> {
  const buses = await open();
  onTestFinished(async () => {
    await buses.first.close();
    await buses.second.close();
  });
  return buses;
}

/** Rings that come later prove that earlier ones did not come. */
async function settled({ first, second }: Buses): Promise<void> {
  for (const bus of [first, second]) {
    let heard = false;
    const leave = await bus.subscribe("marker", () => {
      heard = true;
    });
    first.publish({ topic: "marker", id: "1" });
    await waitUntil(() => heard, { what: "the marker is heard" });
    leave();
  }
}

async function listen(bus: Bus, topic: string): Promise<{ heard: Ring[]; leave: () => void }> {
  const heard: Ring[] = [];
  const leave = await bus.subscribe(topic, (ring) => heard.push(ring));
  return { heard, leave };
}

function testHearing(open: OpenBuses): void {
  test("a ring reaches every listener of its topic, on every replica, and no other", async () => {
    const buses = await openBuses(open);
    const ears = await Promise.all([buses.first, buses.first, buses.second].map((bus) => listen(bus, "account:alice")));
    const other = await listen(buses.second, "account:bob");
    const rings: readonly Ring[] = [
      { topic: "account:alice", id: "alice", seq: 7 },
      { topic: "account:alice", id: "alice" },
    ];
    for (const ring of rings) buses.first.publish(ring);
    await settled(buses);
    for (const { heard } of ears) expect(heard).toEqual(rings);
    expect(other.heard).toEqual([]);
  });

  test("a ring after subscribing is heard at once: there is no gap", async () => {
    const { first, second } = await openBuses(open);
    const { heard } = await listen(second, "t");
    first.publish({ topic: "t", id: "1" });
    await waitUntil(() => heard.length === 1, { what: "the ring is heard" });
  });

  test("a listener that throws disturbs neither the publisher nor the others", async () => {
    const buses = await openBuses(open);
    await buses.first.subscribe("t", () => {
      throw new Error("a broken listener");
    });
    const { heard } = await listen(buses.first, "t");
    buses.first.publish({ topic: "t", id: "1" });
    buses.first.publish({ topic: "t", id: "2" });
    await settled(buses);
    expect(heard).toHaveLength(2);
  });
}

function testLeaving(open: OpenBuses): void {
  test("who left hears nothing more, and may leave twice", async () => {
    const buses = await openBuses(open);
    const { heard, leave } = await listen(buses.second, "t");
    const stays = await listen(buses.second, "t");
    buses.first.publish({ topic: "t", id: "1" });
    await settled(buses);
    leave();
    leave();
    buses.first.publish({ topic: "t", id: "2" });
    await settled(buses);
    expect(heard).toHaveLength(1);
    expect(stays.heard).toHaveLength(2);
  });

  test("a closed bus is silent and breaks nobody", async () => {
    const { first } = await openBuses(open);
    const { heard, leave } = await listen(first, "t");
    await first.close();
    await first.close();
    first.publish({ topic: "t", id: "1" });
    leave();
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(heard).toEqual([]);
  });
}
