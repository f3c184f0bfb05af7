import { testOwnership, testStores } from "@loop/testkit/conformance";
import { describe } from "vitest";
import { usePostgres } from "../test-support/postgres-databases.js";
import { type OpenStoresOptions, openStores } from "./open-stores.js";

const databases = usePostgres();

describe("PostgreSQL with two replicas", () => {
  const open = async (clock: OpenStoresOptions["clock"] & object) => {
    const url = await databases.fresh();
    return { first: await openStores({ url, clock }), second: await openStores({ url, clock }) };
  };
  testStores(open);
  testOwnership(open);
});
