// What PostgreSQL and the buses carry on this machine: rows.mjs [SECONDS]. Starts its own servers on 127.0.0.1.
import { randomUUID } from "node:crypto";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { systemClock } from "@loop/core/host";
import { openBus, openStores } from "@loop/stores";
import { startNats, startPostgres } from "@loop/testkit";
import { markdownTable } from "./table.mjs";

const seconds = Number(process.argv[2] ?? 5);
const TURNS = 50;

const quantile = (values, part) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? 0;
const rounded = (value) => Math.round(value * 10) / 10;

/** Turns that each append 50 ms of text, as many as come through, from two replicas. */
async function appends(replicas) {
  const leases = [];
  for (let n = 0; n < TURNS; n += 1) {
    const stores = replicas[n % replicas.length];
    const place = { conversationId: `c${n}`, accountId: `a${n % 25}`, turnId: `t${n}` };
    const row = { id: place.conversationId, accountId: place.accountId, title: "", permission: "read-only" };
    await stores.conversations.create({ ...row, workspace: null, createdAt: systemClock.isoNow() });
    const turn = { ...place, parentTurnId: null, owner: "o", leaseMs: 600_000, events: [], messages: [] };
    leases.push({ stores, lease: (await stores.turns.begin(turn)).lease });
  }
  const took = [];
  const end = performance.now() + seconds * 1_000;
  const cpuBefore = process.cpuUsage();
  await Promise.all(
    leases.map(async ({ stores, lease }) => {
      while (performance.now() < end) {
        const since = performance.now();
        const event = {
          type: "text-delta",
          turnId: lease.turnId,
          at: systemClock.isoNow(),
          text: "two or three words ",
        };
        await stores.turns.append(lease, [event]);
        took.push(performance.now() - since);
      }
    }),
  );
  const cpu = process.cpuUsage(cpuBefore);
  return { took, cpuUs: (cpu.user + cpu.system) / took.length };
}

/** One ring every 20 ms, heard on another replica. */
async function rings(url) {
  const options = { clock: systemClock, newId: randomUUID, report: () => undefined };
  const [from, to] = [await openBus(url, options), await openBus(url, options)];
  const sentAt = new Map();
  const took = [];
  await from.subscribe("t", () => undefined);
  await to.subscribe("t", ({ id }) => took.push(performance.now() - sentAt.get(id)));
  for (let n = 0; n < seconds * 50; n += 1) {
    sentAt.set(`${n}`, performance.now());
    from.publish({ topic: "t", id: `${n}` });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  await from.close();
  await to.close();
  return { took, lost: sentAt.size - took.length };
}

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
const [postgres, nats] = [await startPostgres(), await startNats()];
try {
  const url = postgres.url();
  const sqlite = await openStores({ url: "sqlite::memory:" });
  const replicas = [await openStores({ url }), await openStores({ url })];
  const rows = [];
  for (const [name, stores] of [
    ["SQLite in memory, one process", [sqlite]],
    ["PostgreSQL, two pools", replicas],
  ]) {
    const { took, cpuUs } = await appends(stores);
    rows.push([
      name,
      Math.round(took.length / seconds),
      rounded(quantile(took, 0.5)),
      rounded(quantile(took, 0.99)),
      Math.round(cpuUs),
    ]);
  }
  console.log(markdownTable(["appends", "a second", "p50 ms", "p99 ms", "CPU µs of this process each"], rows));
  const heard = [];
  for (const [name, address] of [
    ["NOTIFY", url],
    ["NATS", nats.url],
  ]) {
    const { took, lost } = await rings(address);
    heard.push([name, took.length, lost, rounded(quantile(took, 0.5)), rounded(quantile(took, 0.99))]);
  }
  console.log(markdownTable(["rings", "heard", "lost", "p50 ms", "p99 ms"], heard));
  console.log(`Longest stop of this process's loop: ${rounded(delay.max / 1e6)} ms.`);
  for (const stores of [sqlite, ...replicas]) await stores.close();
} finally {
  await postgres.stop();
  await nats.stop();
}
