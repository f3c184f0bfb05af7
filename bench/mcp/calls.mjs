// One call there and back, as a client's user makes it: the text goes to an echo and comes back.
import { measure } from "../kit/measure.mjs";
import { inRounds, Samples } from "../kit/rounds.mjs";
import { figure, median, quantile, ratio } from "../kit/statistics.mjs";
import { CLIENTS, SDK } from "./clients.mjs";

/** Each block is as many calls, one after the other. */
export async function callRoundTrips({ server, rounds, callsPerBlock, warmUps }) {
  const opened = new Map();
  for (const { name, open } of CLIENTS) opened.set(name, await open([server]));
  const call = (name, text) => opened.get(name).call(server.id, "echo", { text });
  const walls = new Samples();
  const cpus = new Samples();
  for (const { name } of CLIENTS) await prove(name, call, warmUps);
  await inRounds(CLIENTS, rounds, async ({ name }) => {
    const { cpuMs } = await measure(async () => {
      for (let count = 0; count < callsPerBlock; count += 1) {
        const { wallMs } = await measure(() => call(name, "hello"));
        walls.add(name, wallMs);
      }
    });
    cpus.add(name, cpuMs / callsPerBlock);
  });
  for (const { close } of opened.values()) await close();
  return table(walls, cpus);
}

/** Warm, and really answered. */
async function prove(name, call, warmUps) {
  for (let count = 0; count < warmUps; count += 1) {
    const result = await call(name, `warm ${count}`);
    if (!JSON.stringify(result).includes(`warm ${count}`)) throw new Error(`${name} did not bring the answer`);
  }
}

function table(walls, cpus) {
  const base = { p50: median(walls.of(SDK)), p10: quantile(walls.of(SDK), 0.1), cpu: median(cpus.of(SDK)) };
  return CLIENTS.map(({ name }) => {
    const wall = walls.of(name);
    const [p50, p10, cpu] = [median(wall), quantile(wall, 0.1), median(cpus.of(name))];
    return {
      name,
      samples: wall.length,
      p50Ms: figure(p50),
      p10Ms: figure(p10),
      p99Ms: figure(quantile(wall, 0.99)),
      cpuMs: figure(cpu),
      p50Ratio: ratio(p50, base.p50),
      p10Ratio: ratio(p10, base.p10),
      cpuRatio: ratio(cpu, base.cpu),
    };
  });
}
