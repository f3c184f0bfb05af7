import type { Environment } from "./settings.js";
import { StartFailure } from "./start-failure.js";

/** What `DATABASE_URL` says; null where it is absent. Throws a StartFailure, which never repeats the address. */
export function readDatabaseUrl(env: Environment): string | null {
  const value = env["DATABASE_URL"]?.trim() ?? "";
  if (value === "") return null;
  if (!/^postgres(?:ql)?:\/\/\S+$/.test(value)) throw new StartFailure("setting-invalid", "DATABASE_URL");
  return value;
}

/** What `NATS_URL` says; null where it is absent. Throws a StartFailure, which never repeats the address. */
export function readNatsUrl(env: Environment): string | null {
  const value = env["NATS_URL"]?.trim() ?? "";
  if (value === "") return null;
  if (!/^(?:nats|tls):\/\/\S+$/.test(value)) throw new StartFailure("setting-invalid", "NATS_URL");
  return value;
}
