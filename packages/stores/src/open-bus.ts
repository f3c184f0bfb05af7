import type { Bus } from "@loop/core/host";
import { createInProcessBus } from "./buses/in-process.js";
import type { SharedBusOptions } from "./buses/shared-bus.js";

/**
 * The bus of an instance: `nats://…` or `tls://…` is a NATS server, `postgres://…` the database's own notifications, null
 * this process alone. Resolves at once, whether or not the server can be reached; throws `StoreError` for an address that
 * cannot be read.
 */
export async function openBus(url: string | null, options: SharedBusOptions): Promise<Bus> {
  if (url === null) return createInProcessBus();
  if (/^postgres(?:ql)?:/.test(url)) {
    const { createPostgresBus } = await import("./buses/postgres-notify.js");
    return createPostgresBus(url, options);
  }
  const { createNatsBus } = await import("./buses/nats.js");
  return createNatsBus(url, options);
}
