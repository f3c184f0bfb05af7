// Wall and CPU time of a piece of work. CPU is this whole process, its threads included, and none of its children.
import { performance } from "node:perf_hooks";

export async function measure(work) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const value = await work();
  const wallMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { value, wallMs, cpuMs: (user + system) / 1_000 };
}

/** Rejects after `ms`; what the work does later is nobody's any more. */
export async function within(ms, what, work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took more than ${ms} ms`)), ms);
  });
  const running = Promise.resolve().then(work);
  running.catch(() => undefined);
  try {
    return await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}
