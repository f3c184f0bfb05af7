import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../kit/clock.js";
import { openWorkspace } from "./workspace-scope.js";

/** In memory where that is possible: a disk would slow both sides of the race. */
function raceDir(): string {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return mkdtempSync("/dev/shm/loop-swap-");
  } catch {
    return makeTempDir("swap");
  }
}

const operations = 20_000;
const atOnce = 16;

/** Exchanges a folder for a link to another place and back, as fast as one process can. */
const swapper = `
const { renameSync } = require("node:fs");
const [, folder, link, spare] = process.argv;
process.stdout.write("ready\\n");
const stay = (micros) => { for (const end = performance.now() + micros / 1000; performance.now() < end;); };
for (let round = 0; ; round += 1) {
  try {
    renameSync(folder, spare); renameSync(link, folder);
    stay((round * 37) % 400);
    renameSync(folder, link); renameSync(spare, folder);
    stay((round * 53) % 400);
  } catch {}
}`;

async function startSwapper(root: string): Promise<ChildProcess> {
  const names = ["folder", "link", "spare"].map((name) => join(root, name));
  const child = spawn(process.execPath, ["-e", swapper, ...names], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

test.skipIf(process.platform !== "linux")(
  "20,000 reads and writes while a folder becomes a link and back change and see nothing outside [PER-09]",
  { timeout: 60_000 },
  async () => {
    const top = raceDir();
    const [root, outside] = [join(top, "space"), join(top, "outside")];
    for (const folder of [root, join(root, "folder"), outside]) mkdirSync(folder);
    writeFileSync(join(root, "folder", "file"), "inside");
    writeFileSync(join(outside, "file"), "outside");
    symlinkSync(outside, join(root, "link"));
    const before = statSync(join(outside, "file"), { bigint: true });
    const opened = await openWorkspace({ root, places: [], clock: systemClock });
    if (!opened.ok) throw new Error(opened.code);
    const { readWrite, close } = opened.value;
    const child = await startSwapper(root);
    onTestFinished(() => void child.kill("SIGKILL"));
    const ends = new Map<string, number>();
    let started = 0;

    async function operate(number: number): Promise<string> {
      if (number % 2 === 0) {
        const read = await readWrite.readFile("folder/file", { maxBytes: 100 });
        return read.ok ? `read ${read.value.bytes.toString().slice(0, 6)}` : read.code;
      }
      const path = number % 4 === 1 ? "folder/file" : `folder/new-${number % 256}`;
      const found = await readWrite.inspect(path);
      const expected = found.ok ? found.value.version : "absent";
      const written = await readWrite.writeFile(path, { bytes: Buffer.from(`inside ${number}`), expected });
      return written.ok ? "written" : written.code;
    }

    async function work(): Promise<void> {
      while (started < operations) {
        started += 1;
        const end = await operate(started);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    }

    try {
      await Promise.all(Array.from({ length: atOnce }, work));
    } finally {
      child.kill("SIGKILL");
      await close();
      onTestFinished(() => rmSync(top, { recursive: true, force: true }));
    }
    expect([...ends.keys()]).not.toContain("read outsid");
    expect(readdirSync(outside)).toEqual(["file"]);
    expect(readFileSync(join(outside, "file"), "utf8")).toBe("outside");
    expect(statSync(join(outside, "file"), { bigint: true })).toMatchObject({
      mtimeNs: before.mtimeNs,
      ino: before.ino,
    });
    // The race was a race: both sides were met, in reads and in writes.
    expect(ends.get("path-outside") ?? 0).toBeGreaterThan(100);
    expect(ends.get("read inside") ?? 0).toBeGreaterThan(100);
    expect(ends.get("written") ?? 0).toBeGreaterThan(10);
  },
);
