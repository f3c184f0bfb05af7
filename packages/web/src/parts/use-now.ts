import { useEffect, useState } from "react";
import { useTimers } from "./timers-context.js";

/** The time, renewed every second while `isRunning`. */
export function useNow(isRunning: boolean): number {
  const { later, now } = useTimers();
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (!isRunning) return;
    let cancel = () => {};
    const tick = () => {
      setTime(now());
      cancel = later(1000, tick);
    };
    tick();
    return () => cancel();
  }, [isRunning, later, now]);
  return time;
}
