import { type CallResult, text } from "./tool-result.js";

export interface SlowWait {
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** Called with the seconds gone, about twice a second. */
  readonly onProgress: (secondsGone: number) => void;
}

const PROGRESS_EVERY_MS = 500;

/** Resolves after the time, or at once when cancelled; a cancelled call gets no answer, so its value is not used. */
export function waitSlowly({ seconds, signal, onProgress }: SlowWait): Promise<CallResult> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const progress = setInterval(() => onProgress(secondsSince(startedAt)), PROGRESS_EVERY_MS);
    const finish = () => {
      clearInterval(progress);
      clearTimeout(end);
      signal.removeEventListener("abort", finish);
      resolve(text(`Waited ${seconds} ${seconds === 1 ? "second" : "seconds"}.`));
    };
    const end = setTimeout(finish, seconds * 1000);
    signal.addEventListener("abort", finish, { once: true });
    if (signal.aborted) finish();
  });
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 100) / 10;
}
