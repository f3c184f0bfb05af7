/** Bounds of one script (CM-04). A host may lower them, never remove one. */
export interface ScriptLimits {
  /** UTF-8 bytes of source. */
  readonly sourceBytes: number;
  /** Milliseconds the engine itself may run; waiting does not count (CM-05). */
  readonly activeMs: number;
  /** Milliseconds from start to end, waiting for an answer of a person excepted. */
  readonly wallMs: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  readonly calls: number;
  readonly pendingCalls: number;
  /** Searches and descriptions. */
  readonly lookups: number;
  /** Characters of JSON text. */
  readonly argumentCharacters: number;
  readonly resultCharacters: number;
  readonly emittedCharacters: number;
  readonly emittedImages: number;
  readonly consoleCharacters: number;
  readonly sleepMs: number;
  readonly sleepTotalMs: number;
  /** Refusals by a person after which further questions are refused unasked. */
  readonly denials: number;
}

const MiB = 1024 * 1024;

export const SCRIPT_LIMITS: ScriptLimits = {
  sourceBytes: 64 * 1024,
  activeMs: 10_000,
  wallMs: 300_000,
  memoryBytes: 64 * MiB,
  stackBytes: 512 * 1024,
  calls: 100,
  pendingCalls: 32,
  lookups: 500,
  argumentCharacters: MiB,
  resultCharacters: 8 * MiB,
  emittedCharacters: 20_000,
  emittedImages: 4,
  consoleCharacters: 4_000,
  sleepMs: 10_000,
  sleepTotalMs: 30_000,
  denials: 3,
};
