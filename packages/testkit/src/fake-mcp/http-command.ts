import { spawn } from "node:child_process";
import { waitUntil } from "../wait-until.js";
import type { FakeBehaviour } from "./behaviour.js";
import { entryPath, type Launch, prepareLaunch } from "./launch.js";
import { isRecord } from "./wire.js";

export interface FakeHttpProcess extends Launch {
  readonly url: string;
  readonly origin: string;
  readonly pid: number;
  close(): Promise<void>;
}

/** The HTTP fake in a process of its own: what it does costs the test's event loop nothing. */
export async function startFakeHttpProcess(behaviour: FakeBehaviour = {}): Promise<FakeHttpProcess> {
  const launch = prepareLaunch(behaviour);
  const child = spawn(process.execPath, [entryPath("http-process"), launch.file], { stdio: "ignore" });
  const listening = () => launch.journal.entries().find((entry) => entry.kind === "listening")?.detail;
  await waitUntil(() => listening() !== undefined, { what: "the fake server listens", withinMs: 15_000 });
  const place = listening();
  const field = (name: string) => (isRecord(place) && typeof place[name] === "string" ? place[name] : "");
  return {
    ...launch,
    url: field("url"),
    origin: field("origin"),
    pid: child.pid ?? -1,
    close: async () => {
      child.kill("SIGKILL");
      await waitUntil(() => child.exitCode !== null || child.signalCode !== null, { what: "the fake server ends" });
    },
  };
}
