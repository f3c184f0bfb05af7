import type { Bus } from "@loop/core/host";
import { SeededRandom } from "./simulation/seeded-random.js";

/** The same bus, on which three of ten rings are never heard: the same ones for the same seed. */
export function lossyBus(bus: Bus, seed: number): Bus & { readonly lost: () => number } {
  const random = new SeededRandom(seed);
  let lost = 0;
  return {
    publish(ring) {
      if (random.below(10) >= 3) bus.publish(ring);
      else lost += 1;
    },
    subscribe: (topic, hear) => bus.subscribe(topic, hear),
    close: () => bus.close(),
    lost: () => lost,
  };
}
