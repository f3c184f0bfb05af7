export { type Census, census, type RejectionTrap, trapRejections, waitForCensus } from "./census.js";
export { type ManualClock, manualClock } from "./clock.js";
export { measureLag } from "./event-loop-lag.js";
export {
  defaultTools,
  type FakeBehaviour,
  type FakeCursor,
  type FakeGrandchild,
  type FakeHttp,
  type FakePages,
  type FakeProcess,
  type FakeTool,
  type FakeToolSource,
} from "./fake-mcp/behaviour.js";
export { pixelPng, unicodeText } from "./fake-mcp/content.js";
export type { ControlCommand } from "./fake-mcp/control.js";
export type { Fault, FaultAction, FaultPoint, FaultWhen, ServerQuestion } from "./fake-mcp/faults.js";
export { type FakeHttpProcess, startFakeHttpProcess } from "./fake-mcp/http-command.js";
export { type FakeHttpServer, startFakeHttp } from "./fake-mcp/http-server.js";
export { digestOf, fileJournal, type Journal, type JournalEntry, memoryJournal } from "./fake-mcp/journal.js";
export {
  httpMisbehaviours,
  oauthChallenge,
  sharedMisbehaviours,
  statusFaults,
  stdioMisbehaviours,
} from "./fake-mcp/misbehaviours.js";
export { type RawStdio, startRawStdio } from "./fake-mcp/raw-stdio.js";
export { type FakeStdio, type FakeStdioOptions, fakeStdioCommand } from "./fake-mcp/stdio-command.js";
export { libraryToolNames } from "./fake-mcp/tool-library.js";
export {
  duplicateNameTools,
  hostileSchemaTools,
  malformedTools,
  oneBadSchemaTools,
  prototypeNameTools,
} from "./fake-mcp/tool-sets.js";
export { freePort } from "./free-port.js";
export { lossyBus } from "./lossy-bus.js";
export { type Aimock, type ProviderWire, startAimock } from "./models/aimock.js";
export {
  type Script,
  type ScriptedCall,
  type ScriptTurn,
  type SeenRequest,
  scriptOver,
  type Turn,
} from "./models/script.js";
export {
  type DriverScript,
  type DriverScriptTurn,
  type DriverTurn,
  type ScriptedDriver,
  scriptedDriver,
} from "./models/scripted.js";
export { invalidKey, rateLimited, type WireFault, type WireScript, type WireTurn } from "./models/wire-faults.js";
export { startWireModel, type WireModel, type WireRequest } from "./models/wire-model.js";
export { type NatsServer, startNats } from "./nats.js";
export { type PostgresServer, startPostgres } from "./postgres.js";
export {
  allProcesses,
  childrenOf,
  descendantsOf,
  isAlive,
  openDescriptorCount,
  type ProcessInfo,
  processesWithEnvironment,
  processInfo,
  waitUntilGone,
  zombieChildrenOf,
} from "./processes.js";
export { type Citation, type Coverage, coverage, mustBeCited, requirementIds } from "./requirements.js";
export { type SimulationOptions, type SimulationResult, simulate } from "./simulation/simulate.js";
export { makeTempDir, removeTempDirs } from "./temp-dir.js";
export { type WaitOptions, waitUntil } from "./wait-until.js";
