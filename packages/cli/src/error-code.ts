import { type ErrorCode, isErrorCode } from "@loop/contract";

/** The code of an expected failure of core; null for anything else, which is a fault of Loop. */
export function errorCodeOf(error: unknown): ErrorCode | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  const { code } = error;
  return typeof code === "string" && isErrorCode(code) ? code : null;
}
