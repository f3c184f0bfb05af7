// From nothing to every server's tools known: connect and list, as many servers as a person may have.
import { measure, within } from "../kit/measure.mjs";
import { inRounds, Samples } from "../kit/rounds.mjs";
import { figure, median, quantile, ratio } from "../kit/statistics.mjs";
import { CLIENTS, loopAgain, SDK, sdkInTurns } from "./clients.mjs";

const LIMIT_MS = 120_000;

/** `rest` is called before each start. */
export async function startServers({ serverFor, count, rounds, rest }) {
  const samples = new Samples();
  const servers = Array.from({ length: count }, (_, index) => serverFor(`s${index}`));
  const again = loopAgain();
  const contenders = [...CLIENTS, again, sdkInTurns];
  // The first opening of each loads its code; that is no part of any server's start.
  for (const { open } of contenders) await (await open(servers.slice(0, 1))).close();
  await (await again.open(servers)).close();
  await inRounds(contenders, rounds, async ({ name, open }) => {
    await rest();
    const { value, wallMs, cpuMs } = await measure(() => within(LIMIT_MS, name, () => open(servers)));
    samples.add(name, { wallMs, cpuMs });
    await value.close();
  });
  const base = { wall: median(samples.field(SDK, "wallMs")), cpu: median(samples.field(SDK, "cpuMs")) };
  again.end();
  return contenders.map(({ name }) => {
    const [wall, cpu] = [median(samples.field(name, "wallMs")), median(samples.field(name, "cpuMs"))];
    return {
      name,
      rounds,
      wallMs: figure(wall),
      bestMs: figure(quantile(samples.field(name, "wallMs"), 0)),
      cpuMs: figure(cpu),
      wallRatio: ratio(wall, base.wall),
      cpuRatio: ratio(cpu, base.cpu),
    };
  });
}
