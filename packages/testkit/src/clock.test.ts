import { expect, test } from "vitest";
import { manualClock } from "./clock.js";

test("timers fire in order of time, then of setting", async () => {
  const clock = manualClock();
  const fired: string[] = [];
  clock.setTimer(20, () => fired.push(`late ${clock.now()}`));
  clock.setTimer(10, () => fired.push(`first ${clock.now()}`));
  clock.setTimer(10, () => fired.push(`second ${clock.now()}`));
  await clock.advance(15);
  expect(fired).toEqual(["first 10", "second 10"]);
  await clock.advance(5);
  expect(fired).toEqual(["first 10", "second 10", "late 20"]);
  expect(clock.pending).toBe(0);
});

test("a timer set by a promise between two timers still fires in time", async () => {
  const clock = manualClock();
  const fired: number[] = [];
  clock.setTimer(10, () => {
    void Promise.resolve().then(() => clock.setTimer(5, () => fired.push(clock.now())));
  });
  clock.setTimer(30, () => fired.push(clock.now()));
  await clock.advance(30);
  expect(fired).toEqual([15, 30]);
});

test("a cancelled timer never fires", async () => {
  const clock = manualClock();
  let fired = false;
  const cancel = clock.setTimer(10, () => {
    fired = true;
  });
  cancel();
  await clock.advance(100);
  expect(fired).toBe(false);
});

test("a jump of the wall clock moves no timer", async () => {
  const clock = manualClock(0);
  let fired = false;
  clock.setTimer(1_000, () => {
    fired = true;
  });
  clock.jumpWallClock(86_400_000);
  await clock.advance(999);
  expect(fired).toBe(false);
  expect(clock.isoNow()).toBe("1970-01-02T00:00:00.999Z");
  expect(clock.now()).toBe(999);
});
