import type { RequestKind } from "./protocol.js";
import type { ScriptEnd } from "./script-errors.js";

export interface EngineRun {
  readonly source: string;
  /** For `Object.keys(tools)`. */
  readonly namespaces: readonly string[];
  readonly activeMs: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  readonly consoleCharacters: number;
}

/** What a script asks of its host. Only JSON text crosses. */
export interface EngineHost {
  /** Resolves to `{"value": …}` or `{"error": ScriptToolError}`; must not reject. */
  request(kind: RequestKind, json: string): Promise<string>;
  /** `{"text": …}` or `{"ref": …}`. */
  emit(json: string): void;
}

/** Runs strangers' JavaScript behind a wall. Never throws: every end is a `ScriptEnd`. */
export interface ScriptEngine {
  run(run: EngineRun, host: EngineHost, signal: AbortSignal): Promise<ScriptEnd>;
  close(): Promise<void>;
}

export function endedWith(code: ScriptEnd["code"], activeMs = 0): ScriptEnd {
  return { code, fault: null, activeMs, console: "", omittedCharacters: 0 };
}
