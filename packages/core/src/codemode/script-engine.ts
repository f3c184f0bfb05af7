import type { RequestKind } from "./protocol.js";
import type { ScriptEnd } from "./script-errors.js";

export interface EngineRun {
  /** Whose script it is, where several share an engine: one owner's scripts never take every seat. */
  readonly owner?: string;
  readonly source: string;
  /** For `Object.keys(tools)`. */
  readonly namespaces: readonly string[];
  readonly activeMs: number;
  readonly memoryBytes: number;
  readonly stackBytes: number;
  readonly consoleCharacters: number;
  /** Most characters of one request. */
  readonly argumentCharacters: number;
}

/**
 * Begins an answer that is a text and nothing else. Whether it holds JSON is found out behind the wall, on the script's
 * time: reading megabytes of it on the host's thread would hold up every other session.
 */
export const TEXT_MARK = "=";

/** What a script asks of its host. Only text crosses. */
export interface EngineHost {
  /** Resolves to `{"value": …}`, `{"error": ScriptToolError}` or `TEXT_MARK` and a text; must not reject. */
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
  return { code, fault: null, activeMs, console: "", omittedCharacters: 0, unanswered: 0 };
}
