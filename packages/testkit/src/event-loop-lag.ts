import { monitorEventLoopDelay } from "node:perf_hooks";

/** Longest and 99th percentile delay of the event loop, in milliseconds, while `work` runs. */
export async function measureLag<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly p99Ms: number; readonly maxMs: number }> {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  try {
    const value = await work();
    return { value, p99Ms: histogram.percentile(99) / 1e6, maxMs: histogram.max / 1e6 };
  } finally {
    histogram.disable();
  }
}
