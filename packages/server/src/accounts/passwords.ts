import { failed, ok, type Result } from "../result.js";
import { StartFailure } from "../start-failure.js";
import { newToken } from "./session-token.js";

/** Passwords as they are stored. Fails with `busy` when too many people wait already. */
export interface Passwords {
  hash(password: string): Promise<Result<string>>;
  /** Null stands for an account that does not exist: it is compared all the same, so that the time tells nothing. */
  matches(password: string, hash: string | null): Promise<Result<boolean>>;
}

/** OWASP's parameters for argon2id, which is 2 in the library's numbering. */
const PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** One comparison takes a core for some 20 ms and 19 MiB; turns and streams need the rest. */
const AT_ONCE = 2;
const MOST_WAITING = 100;

/** Loads the hashing for this platform. Throws a StartFailure where there is none. */
export async function loadPasswords(load = () => import("@node-rs/argon2")): Promise<Passwords> {
  const argon2 = await load().catch(() => {
    throw new StartFailure("password-hashing-missing", `${process.platform} ${process.arch}`);
  });
  const slots = new HashSlots();
  const nobody = await argon2.hash(newToken(), PARAMETERS);
  return {
    hash: (password) => slots.run(() => argon2.hash(typed(password), PARAMETERS)),
    async matches(password, hash) {
      const compared = await slots.run(() => argon2.verify(hash ?? nobody, typed(password)));
      return compared.ok ? ok(compared.value && hash !== null) : compared;
    },
  };
}

/** Keyboards write one letter as one sign or as two. */
function typed(password: string): string {
  return password.normalize("NFC");
}

class HashSlots {
  #free = AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  async run<Value>(work: () => Promise<Value>): Promise<Result<Value>> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= MOST_WAITING) return failed("busy");
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    try {
      return ok(await work());
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
