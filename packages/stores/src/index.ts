export { createInProcessBus } from "./buses/in-process.js";
export type { SharedBusOptions } from "./buses/shared-bus.js";
export { type InstanceLock, lockInstance } from "./instance-lock.js";
export { openBus } from "./open-bus.js";
export { type OpenStores, type OpenStoresOptions, openStores } from "./open-stores.js";
export {
  migrateDatabase,
  openTransfer,
  type Transfer,
  type TransferOutcome,
  type TransferProblem,
} from "./open-transfer.js";
export type { StoreClock } from "./store-clock.js";
export { StoreError, type StoreErrorCode } from "./store-error.js";
