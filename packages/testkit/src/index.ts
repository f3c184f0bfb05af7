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
export { type FakeHttpServer, startFakeHttp } from "./fake-mcp/http-server.js";
export { digestOf, fileJournal, type Journal, type JournalEntry, memoryJournal } from "./fake-mcp/journal.js";
export { type FakeStdio, type FakeStdioOptions, fakeStdioCommand } from "./fake-mcp/stdio-command.js";
export { libraryToolNames } from "./fake-mcp/tool-library.js";
export {
  duplicateNameTools,
  hostileSchemaTools,
  malformedTools,
  oneBadSchemaTools,
  prototypeNameTools,
} from "./fake-mcp/tool-sets.js";
export { makeTempDir, removeTempDirs } from "./temp-dir.js";
export { type WaitOptions, waitUntil } from "./wait-until.js";
