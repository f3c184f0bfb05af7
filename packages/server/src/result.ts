import { type ErrorCode, isErrorCode } from "@loop/contract";

/** What a service answers: a value, or the code of an expected failure. */
export type Result<Value> = { readonly ok: true; readonly value: Value } | Failure;
export interface Failure {
  readonly ok: false;
  readonly code: ErrorCode;
  /** When it is worth trying again; absent where that cannot be said. */
  readonly retryAfterSeconds?: number;
}

export function ok<Value>(value: Value): Result<Value> {
  return { ok: true, value };
}

export function failed(code: ErrorCode): Failure {
  return { ok: false, code };
}

/** A refusal as a value: the errors of core and of the stores carry a code and the code's own sentence. */
export async function attempt<Value>(work: Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await work);
  } catch (error) {
    const code = codeOf(error);
    if (code === null) throw error;
    return failed(code);
  }
}

/** The contract's code of an error that carries one. */
export function codeOf(error: unknown): ErrorCode | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  return typeof error.code === "string" && isErrorCode(error.code) ? error.code : null;
}
