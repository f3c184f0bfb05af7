import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { type Failure, failed } from "../result.js";

/** What is tried: a name with a password, one's own password once more, the set-up, making an account. */
export type AttemptKind = "sign-in" | "password" | "set-up" | "register";

export interface Limit {
  readonly attempts: number;
  readonly seconds: number;
}

export interface KindLimits {
  readonly perAddress: Limit;
  /** Of one name from one address: nobody can lock a name for everybody else. */
  readonly perName: Limit;
}

/** Taken before the work, so that many at once do not slip through; what was right is given back. */
export type Taken = { readonly ok: true; readonly giveBack: () => Promise<void> } | Failure;

const TEN_MINUTES = 600;
export const ATTEMPT_LIMITS: Readonly<Record<AttemptKind, KindLimits>> = {
  "sign-in": limits(50, 10, TEN_MINUTES),
  password: limits(50, 10, TEN_MINUTES),
  "set-up": limits(10, 10, TEN_MINUTES),
  register: limits(20, 20, 3_600),
};

function limits(perAddress: number, perName: number, seconds: number): KindLimits {
  return { perAddress: { attempts: perAddress, seconds }, perName: { attempts: perName, seconds } };
}

interface Counters {
  readonly address: RateLimiterMemory;
  readonly name: RateLimiterMemory;
}

/** Counts attempts of this process. */
export class AttemptLimits {
  readonly #counters: ReadonlyMap<AttemptKind, Counters>;

  constructor(table: Partial<Record<AttemptKind, KindLimits>> = {}) {
    const kinds = Object.entries({ ...ATTEMPT_LIMITS, ...table });
    this.#counters = new Map(kinds.map(([kind, limits]) => [asKind(kind), countersOf(limits)]));
  }

  async take(kind: AttemptKind, who: { readonly address: string; readonly name: string }): Promise<Taken> {
    const counters = this.#counters.get(kind);
    if (counters === undefined) throw new Error("every kind has its counters");
    const network = networkOf(who.address);
    const pair = `${network} ${who.name}`;
    // The address first: one that has used up its attempts makes no more keys.
    const refused = (await consume(counters.address, network)) ?? (await consume(counters.name, pair));
    if (refused !== null) return refused;
    return {
      ok: true,
      async giveBack() {
        await counters.address.reward(network);
        await counters.name.delete(pair);
      },
    };
  }
}

function asKind(text: string): AttemptKind {
  switch (text) {
    case "sign-in":
    case "password":
    case "set-up":
    case "register":
      return text;
    default:
      throw new Error("there is no such kind of attempt");
  }
}

function countersOf({ perAddress, perName }: KindLimits): Counters {
  const counter = ({ attempts, seconds }: Limit) => new RateLimiterMemory({ points: attempts, duration: seconds });
  return { address: counter(perAddress), name: counter(perName) };
}

async function consume(counter: RateLimiterMemory, key: string): Promise<Failure | null> {
  try {
    await counter.consume(key);
    return null;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    return { ...failed("too-many-attempts"), retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)) };
  }
}

/** Whoever has one IPv6 address has the 2^64 beside it, so these count as one. */
function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, "").toLowerCase())
    .join(":");
}
