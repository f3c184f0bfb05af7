import type { Stores } from "@loop/core/host";
import { heart, person, type RunnerPlace, reader, readPage, reaper, runner } from "./actors.js";
import { judge } from "./judge.js";
import { SeededRandom } from "./seeded-random.js";
import { type Actor, LEASE_MS, type RunnerState, SimulatedClock, type SimulatedWorld } from "./simulated-world.js";

export interface SimulationOptions {
  /** Empty stores that take their time from the clock; closed by the simulation. */
  readonly open: (clock: { isoNow(): string }) => Promise<readonly [Stores, Stores]>;
  readonly firstSeed: number;
  /** Interleavings to try. */
  readonly count: number;
  /** Ends earlier once this says so. */
  readonly isTimeOver?: () => boolean;
  /** New stores after this many, so that they stay small. */
  readonly perStores?: number;
}

export interface SimulationResult {
  readonly tried: number;
  /** Orders of steps that were not the same as an earlier one. */
  readonly distinct: number;
  readonly steps: number;
  /** Calls that were sent, turns that were cut off: both must be many for the rest to mean something. */
  readonly sent: number;
  readonly interrupted: number;
  /** The first few; each names its seed, with which it happens again. */
  readonly violations: readonly string[];
}

const MOST_VIOLATIONS = 10;

/**
 * Tries orders of lease, answer and event: replicas that run turns, freeze and die, persons who press at once, reapers and
 * a reader, one step of one of them after the other as the seed says, over real stores. Deterministic: a seed is an order.
 */
export async function simulate(options: SimulationOptions): Promise<SimulationResult> {
  const clock = new SimulatedClock();
  const orders = new Set<string>();
  const total = { tried: 0, steps: 0, sent: 0, interrupted: 0 };
  const violations: string[] = [];
  let replicas: readonly [Stores, Stores] | null = null;
  for (let index = 0; index < options.count; index += 1) {
    if (options.isTimeOver?.() === true || violations.length >= MOST_VIOLATIONS) break;
    if (replicas === null || index % (options.perStores ?? 200) === 0) {
      await close(replicas);
      replicas = await options.open(clock);
    }
    const seed = options.firstSeed + index;
    const { order, world } = await interleave(seed, clock, replicas);
    orders.add(order);
    total.tried += 1;
    total.steps += order.length;
    total.sent += world.record.sent.length;
    total.interrupted += world.record.read.filter(
      (event) => event.type === "turn-end" && event.reason === "interrupted",
    ).length;
    violations.push(...judge(world).map((wrong) => `seed ${seed}: ${wrong}`));
  }
  await close(replicas);
  return { ...total, distinct: orders.size, violations: violations.slice(0, MOST_VIOLATIONS) };
}

async function close(replicas: readonly [Stores, Stores] | null): Promise<void> {
  for (const stores of replicas ?? []) await stores.close();
}

async function interleave(seed: number, clock: SimulatedClock, replicas: readonly [Stores, Stores]) {
  const world = await makeWorld(seed, clock, replicas);
  const cast = makeCast(world);
  let order = "";
  while (cast.actors.length > 0) {
    passTime(world);
    const at = world.random.below(cast.actors.length);
    const chosen = cast.actors[at];
    if (chosen === undefined) break;
    order += chosen.name;
    const isOver = chosen.isKilled() || (await chosen.actor.next()).done === true;
    if (isOver) cast.actors.splice(at, 1);
  }
  await settle(world);
  return { order, world };
}

async function makeWorld(
  seed: number,
  clock: SimulatedClock,
  replicas: readonly [Stores, Stores],
): Promise<SimulatedWorld> {
  const accountId = `account-${seed}`;
  const conversations = [`one-${seed}`, `two-${seed}`] as const;
  const rest = { accountId, title: "", permission: "read-only", workspace: null, createdAt: clock.isoNow() } as const;
  for (const id of conversations) await replicas[0].conversations.create({ id, ...rest });
  const record = { sent: [], taken: new Map(), read: [] };
  return { random: new SeededRandom(seed), clock, replicas, accountId, conversations, record, questions: [] };
}

interface CastMember {
  /** One letter of the order. */
  readonly name: string;
  readonly actor: Actor;
  readonly isKilled: () => boolean;
}

/** Three turns, two of them in one conversation, on two replicas; everybody else twice. */
function makeCast(world: SimulatedWorld): { readonly actors: CastMember[] } {
  const [first, second] = world.replicas;
  const [one, two] = world.conversations;
  const immortal = (name: string, actor: Actor): CastMember => ({ name, actor, isKilled: () => false });
  return {
    actors: [
      ...turnOf(world, "a", {
        stores: first,
        conversationId: one,
        turnId: `a-${one}`,
        owner: "first",
        calls: 1 + world.random.below(2),
      }),
      ...turnOf(world, "b", { stores: second, conversationId: two, turnId: `b-${two}`, owner: "second", calls: 1 }),
      ...turnOf(world, "c", { stores: second, conversationId: one, turnId: `c-${one}`, owner: "second", calls: 1 }),
      immortal("p", person(world, first, 4)),
      immortal("P", person(world, second, 4)),
      immortal("r", reaper(first, "first", 2)),
      immortal("R", reaper(second, "second", 2)),
      immortal("e", reader(world, second, 3)),
    ],
  };
}

/** One runner in three dies at some step, its heart with it. */
function turnOf(world: SimulatedWorld, name: string, place: RunnerPlace): readonly CastMember[] {
  const state: RunnerState = { lease: null, heldAtMs: world.clock.nowMs, isOver: false };
  let stepsLeft = world.random.oneIn(3) ? world.random.below(14) : Number.POSITIVE_INFINITY;
  let isDead = false;
  const die = (): boolean => {
    stepsLeft -= 1;
    isDead ||= stepsLeft < 0;
    if (isDead) state.isOver = true;
    return isDead;
  };
  return [
    { name, actor: runner(world, place, state), isKilled: die },
    { name: name.toUpperCase(), actor: heart(world, place, state), isKilled: () => isDead },
  ];
}

/** Mostly a moment, at times long enough for a question or a lease to end. */
function passTime({ clock, random }: SimulatedWorld): void {
  if (random.oneIn(3)) clock.nowMs += random.pick([1, 50, 200, 500, 1_500]);
  if (random.oneIn(80)) clock.nowMs += random.pick([GIVE_UP_AND_MORE, LEASE_MS]);
}

const GIVE_UP_AND_MORE = 7_500;

/** Everything that was left is over by now; what is read then is the whole. */
async function settle(world: SimulatedWorld): Promise<void> {
  world.clock.nowMs += LEASE_MS;
  await world.replicas[1].turns.reap({ owner: "last", all: false });
  while ((await readPage(world, world.replicas[1], 100)) > 0);
}
