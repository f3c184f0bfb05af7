import { childrenOf, openDescriptorCount } from "./processes.js";
import { waitUntil } from "./wait-until.js";

export interface Census {
  readonly descriptors: number;
  readonly children: readonly number[];
  readonly timers: number;
}

/** What this process holds open now. */
export function census(): Census {
  return {
    descriptors: openDescriptorCount(),
    children: childrenOf(process.pid)
      .map((info) => info.pid)
      .sort((left, right) => left - right),
    timers: process.getActiveResourcesInfo().filter((name) => name === "Timeout").length,
  };
}

/** Waits until nothing is left that was not there before; says what is left otherwise. */
export async function waitForCensus(before: Census, withinMs = 5_000): Promise<void> {
  try {
    await waitUntil(() => leftovers(before).length === 0, { withinMs });
  } catch {
    throw new Error(`Left behind: ${leftovers(before).join(", ")}`);
  }
}

function leftovers(before: Census): string[] {
  const after = census();
  const strangers = after.children.filter((pid) => !before.children.includes(pid));
  const grown = (name: "descriptors" | "timers") =>
    after[name] > before[name] ? [`${after[name] - before[name]} ${name}`] : [];
  // The wait between two looks is itself a timer, but it is over whenever this runs.
  return [...grown("descriptors"), ...grown("timers"), ...strangers.map((pid) => `process ${pid}`)];
}

export interface RejectionTrap {
  /** Reasons of the promises nobody handled. */
  readonly reasons: readonly unknown[];
  release(): void;
}

/** Collects unhandled rejections until released. */
export function trapRejections(): RejectionTrap {
  const reasons: unknown[] = [];
  const collect = (reason: unknown) => void reasons.push(reason);
  process.on("unhandledRejection", collect);
  return { reasons, release: () => void process.off("unhandledRejection", collect) };
}
