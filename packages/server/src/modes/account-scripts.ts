import { endedWith, type ScriptEngine } from "@loop/core/host";
import { AccountPlaces } from "../turns/account-places.js";

/**
 * One engine for all, of which each account has so many scripts at once; a further one is busy and runs nothing. The
 * engine knows them apart, so that of those that wait the account with the fewest comes first.
 */
export function accountScripts(engine: ScriptEngine, most: number): (accountId: string) => ScriptEngine {
  const places = new AccountPlaces(most);
  return (accountId) => ({
    async run(run, host, signal) {
      const leave = places.take(accountId);
      if (leave === null) return endedWith("busy");
      try {
        return await engine.run({ ...run, owner: accountId }, host, signal);
      } finally {
        leave();
      }
    },
    // The host closes it, once for all.
    close: async () => undefined,
  });
}
