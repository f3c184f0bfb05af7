/** Fits core's `Clock`; time passes only when a test says so. */
export interface ManualClock {
  now(): number;
  isoNow(): string;
  setTimer(ms: number, fire: () => void): () => void;
  /** Fires what is due, in order of time and then of setting; promises settle between two timers. */
  advance(ms: number): Promise<void>;
  /** Moves the wall clock alone, as a suspended or corrected machine does. */
  jumpWallClock(ms: number): void;
  /** Timers not yet fired or cancelled. */
  readonly pending: number;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

const defaultStart = Date.UTC(2030, 0, 1);

export function manualClock(startAt: number = defaultStart): ManualClock {
  const timers = new Set<Timer>();
  let now = 0;
  let wallOffset = startAt;
  let order = 0;

  function nextBefore(limit: number): Timer | null {
    let next: Timer | null = null;
    for (const timer of timers) {
      if (timer.at <= limit && (next === null || isEarlier(timer, next))) next = timer;
    }
    return next;
  }

  async function advance(ms: number): Promise<void> {
    const target = now + ms;
    await settle();
    for (let timer = nextBefore(target); timer !== null; timer = nextBefore(target)) {
      now = Math.max(now, timer.at);
      timers.delete(timer);
      timer.fire();
      await settle();
    }
    now = target;
  }

  return {
    now: () => now,
    isoNow: () => new Date(wallOffset + now).toISOString(),
    setTimer: (ms, fire) => {
      const timer = { at: now + Math.max(0, ms), order: order++, fire };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance,
    jumpWallClock: (ms) => {
      wallOffset += ms;
    },
    get pending() {
      return timers.size;
    },
  };
}

function isEarlier(left: Timer, right: Timer): boolean {
  return left.at < right.at || (left.at === right.at && left.order < right.order);
}

/** A turn of the event loop comes after every promise that can settle by itself. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
