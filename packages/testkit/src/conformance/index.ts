export type { OpenBuses, OpenReplicas } from "./replicas.js";
export { testBus } from "./test-bus.js";
export { testOwnership } from "./test-ownership.js";
export { testStores } from "./test-stores.js";
