import type { Page } from "playwright-core";

export interface Frames {
  readonly count: number;
  /** As the clock on the wall has it: on a busy machine the page waits for others too. */
  readonly longestFrameMs: number;
  readonly longTasksMs: readonly number[];
  /** The longest task of the page's own thread, in time of the processor: what the page itself costs. */
  readonly longestWorkMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Time of the processor, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** Watches frames and tasks of the page while something is done. */
export async function framesWhile(page: Page, work: () => Promise<void>): Promise<Frames> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("a page of a browser that was launched");
  await page.evaluate(watch);
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await work();
  const trace: { traceEvents: readonly TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString("utf8"));
  const seen = await page.evaluate(endWatch);
  return { ...seen, longestWorkMs: longestWork(trace.traceEvents) };
}

function longestWork(events: readonly TraceEvent[]): number {
  const mains = new Set(
    events
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = events.filter(({ name, pid, tid }) => name.endsWith("RunTask") && mains.has(`${pid} ${tid}`));
  return Math.round(Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1_000);
}

function watch(): void {
  const seen = { frames: [] as number[], tasks: [] as number[], isOver: false };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
  }).observe({ entryTypes: ["longtask"] });
  let last = performance.now();
  const frame = (now: number) => {
    seen.frames.push(now - last);
    last = now;
    if (!seen.isOver) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

function endWatch(): Omit<Frames, "longestWorkMs"> {
  const seen: { frames: number[]; tasks: number[]; isOver: boolean } = Reflect.get(globalThis, "seen");
  seen.isOver = true;
  return {
    count: seen.frames.length,
    longestFrameMs: Math.round(Math.max(...seen.frames)),
    longTasksMs: seen.tasks.map((ms) => Math.round(ms)),
  };
}

const CALM_FRAME_MS = 25;

/** Whether a page that does nothing gets its frames in time: only then the clock on the wall tells of the page. */
export async function isCalm(page: Page): Promise<boolean> {
  const { longestFrameMs } = await framesWhile(page, () => page.waitForTimeout(2_000));
  return longestFrameMs <= CALM_FRAME_MS;
}
