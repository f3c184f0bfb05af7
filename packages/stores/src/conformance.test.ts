import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { testBus, testOwnership, testStores } from "@loop/testkit/conformance";
import { describe } from "vitest";
import { createInProcessBus } from "./buses/in-process.js";
import { type OpenStoresOptions, openStores } from "./open-stores.js";

const kinds: Readonly<Record<string, () => { readonly file: string }>> = {
  "SQLite in a file": () => ({ file: join(makeTempDir(), "loop.db") }),
  "SQLite in memory": () => ({ file: ":memory:" }),
};

describe.each(Object.entries(kinds))("%s", (_name, place) => {
  const open = async (clock: OpenStoresOptions["clock"] & object) => {
    const stores = await openStores({ ...place(), clock });
    return { first: stores, second: stores };
  };
  testStores(open);
  testOwnership(open);
});

describe("the bus of one process", () => {
  testBus(async () => {
    const bus = createInProcessBus();
    return { first: bus, second: bus };
  });
});
