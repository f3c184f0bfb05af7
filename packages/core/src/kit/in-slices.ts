import { setImmediate } from "node:timers/promises";

/** Milliseconds of work between two breaths of the event loop. */
const SLICE_MS = 8;

/** Works through a long list without holding up anybody else for long. */
export async function inSlices<Item>(items: Iterable<Item>, work: (item: Item, place: number) => void): Promise<void> {
  let started = performance.now();
  let place = 0;
  for (const item of items) {
    work(item, place);
    place += 1;
    if (performance.now() - started < SLICE_MS) continue;
    await setImmediate();
    started = performance.now();
  }
}
