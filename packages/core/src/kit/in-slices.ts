import { setImmediate } from "node:timers/promises";

/** Milliseconds of work between two breaths of the event loop. */
const SLICE_MS = 8;

/** Everything that is due has its turn. */
export async function breathe(): Promise<void> {
  await setImmediate();
}

/** Long work on the main thread, cut up: asked often, it says when to let others run. */
export class WorkSlice {
  #started = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#started >= SLICE_MS;
  }

  async rest(): Promise<void> {
    await breathe();
    this.#started = performance.now();
  }
}

/** Works through a long list without holding up anybody else for long. */
export async function inSlices<Item>(items: Iterable<Item>, work: (item: Item, place: number) => void): Promise<void> {
  const slice = new WorkSlice();
  let place = 0;
  for (const item of items) {
    work(item, place);
    place += 1;
    if (slice.isOver) await slice.rest();
  }
}
