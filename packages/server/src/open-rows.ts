import { join } from "node:path";
import type { Bus } from "@loop/core/host";
import { type OpenStores, openBus, openStores } from "@loop/stores";
import type { DatabasePlace } from "./database-place.js";
import { placeFailure } from "./instance-transfer.js";

export interface RowsOptions extends Pick<Parameters<typeof openBus>[1], "clock" | "newId" | "report"> {
  readonly dataDir: string;
  /** As `readDatabaseUrl` reads it: null keeps the rows in the data directory, for one server alone. */
  readonly databaseUrl: string | null;
  /** As `readNatsUrl` reads it: null lets the database ring. */
  readonly natsUrl: string | null;
}

/** Where an instance keeps what happens, and how its replicas tell each other. Throws a StartFailure; then nothing is left open. */
export async function openRows(options: RowsOptions): Promise<{ readonly stores: OpenStores; readonly bus: Bus }> {
  const { dataDir, databaseUrl, natsUrl } = options;
  const file = join(dataDir, "loop.db");
  const place: DatabasePlace =
    databaseUrl === null ? { kind: "file", file, dataDir } : { kind: "server", url: databaseUrl };
  try {
    const stores = await openStores(place.kind === "file" ? { file } : { url: place.url });
    const bus = await openBus(natsUrl ?? databaseUrl, options).catch(async (error: unknown) => {
      await stores.close();
      throw error;
    });
    return { stores, bus };
  } catch (error) {
    throw await placeFailure(error, place);
  }
}
