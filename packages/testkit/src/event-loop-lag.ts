import { monitorEventLoopDelay } from "node:perf_hooks";
import { waitUntil } from "./wait-until.js";

/** Longest and 99th percentile delay of the event loop, in milliseconds, while `work` runs. */
export async function measureLag<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly p99Ms: number; readonly maxMs: number }> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  // A block before the first sample or after the last one would go unseen.
  const sampled = (beyond: number) => waitUntil(() => histogram.count > beyond, { what: "the loop was sampled" });
  try {
    await sampled(0);
    const value = await work();
    await sampled(histogram.count);
    return { value, p99Ms: histogram.percentile(99) / 1e6, maxMs: histogram.max / 1e6 };
  } finally {
    histogram.disable();
  }
}
