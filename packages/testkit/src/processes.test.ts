import { spawn } from "node:child_process";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { census, trapRejections, waitForCensus } from "./census.js";
import { measureLag } from "./event-loop-lag.js";
import { freePort } from "./free-port.js";
import {
  descendantsOf,
  isAlive,
  openDescriptorCount,
  processesWithEnvironment,
  processInfo,
  waitUntilGone,
} from "./processes.js";
import { waitUntil } from "./wait-until.js";

const sleeper = "setTimeout(() => {}, 60_000)";

test("a process is found with its parent, below its parent and by its environment", async () => {
  const marker = `marker-${process.pid}`;
  const child = spawn(process.execPath, ["-e", sleeper], { env: { LOOP_MARKER: marker } });
  const pid = child.pid ?? -1;
  try {
    await waitUntil(() => processesWithEnvironment(marker).some((info) => info.pid === pid));
    expect(processInfo(pid)?.parent).toBe(process.pid);
    expect(descendantsOf(process.pid).map((info) => info.pid)).toContain(pid);
    expect(openDescriptorCount(pid)).toBeGreaterThan(2);
  } finally {
    child.kill("SIGKILL");
  }
  await waitUntilGone([pid]);
  expect(isAlive(pid)).toBe(false);
});

test("the census names a process left behind and is content when it is gone", async () => {
  const before = census();
  const child = spawn(process.execPath, ["-e", sleeper], { stdio: "ignore" });
  await expect(waitForCensus(before, 50)).rejects.toThrow(`process ${child.pid}`);
  child.kill("SIGKILL");
  await waitForCensus(before);
});

test("the census names a timer left behind", async () => {
  const before = census();
  const timer = setTimeout(() => {}, 60_000);
  await expect(waitForCensus(before, 20)).rejects.toThrow("1 timers");
  clearTimeout(timer);
  await waitForCensus(before);
});

test("an unhandled rejection is trapped", async () => {
  // The runner's own listeners would fail the run for the very rejection under test.
  const others = process.rawListeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  const trap = trapRejections();
  void Promise.reject(new Error("nobody cares"));
  await waitUntil(() => trap.reasons.length === 1);
  trap.release();
  for (const listener of others) process.on("unhandledRejection", (...args) => Reflect.apply(listener, process, args));
});

test("nobody listens on a free port", async () => {
  const socket = connect(await freePort(), "127.0.0.1");
  const failure = await new Promise<Error>((resolve) => socket.once("error", resolve));
  expect(failure).toMatchObject({ code: "ECONNREFUSED" });
});

test("lag is measured while the work blocks", async () => {
  const { maxMs } = await measureLag(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const end = performance.now() + 80;
    while (performance.now() < end);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(maxMs).toBeGreaterThan(40);
});

test("a wait that is in vain says for what", async () => {
  await expect(waitUntil(() => false, { withinMs: 10, what: "pigs fly" })).rejects.toThrow("until pigs fly");
});
