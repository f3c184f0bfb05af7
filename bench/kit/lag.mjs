// How long the event loop of this thread is held up while something runs. Timed by a timer of our own: the histogram that
// Node offers was seen to miss whole seconds.
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "./statistics.mjs";

const TICK_MS = 2;
const EDGE_MS = 12;

/** `{ value, p99Ms, maxMs }`: how much later than asked each tick came. A block at either edge is waited for. */
export async function measureLag(work) {
  const gaps = [];
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    gaps.push(Math.max(0, now - last - TICK_MS));
    last = now;
  };
  const timer = setInterval(tick, TICK_MS);
  try {
    await pause(EDGE_MS);
    gaps.length = 0;
    const value = await work();
    await pause(EDGE_MS);
    return { value, p99Ms: quantile(gaps, 0.99), maxMs: quantile(gaps, 1) };
  } finally {
    clearInterval(timer);
  }
}
