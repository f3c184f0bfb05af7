import { ACCOUNT_CODES } from "./error-codes/account-codes.js";
import { CALL_CODES } from "./error-codes/call-codes.js";
import { CONFIG_CODES } from "./error-codes/config-codes.js";
import { EGRESS_CODES } from "./error-codes/egress-codes.js";
import type { ErrorText } from "./error-codes/error-text.js";
import { HTTP_CODES } from "./error-codes/http-codes.js";
import { MCP_CODES } from "./error-codes/mcp-codes.js";
import { PERSONA_CODES } from "./error-codes/persona-codes.js";
import { PROVIDER_CODES } from "./error-codes/provider-codes.js";
import { SANDBOX_CODES } from "./error-codes/sandbox-codes.js";
import { START_CODES } from "./error-codes/start-codes.js";
import { TURN_CODES } from "./error-codes/turn-codes.js";
import { WORKSPACE_CODES } from "./error-codes/workspace-codes.js";

/** Every code Loop ever shows. A code is stable: clients rely on it; its words may change. */
export const ERROR_CODES = {
  ...MCP_CODES,
  ...CONFIG_CODES,
  ...CALL_CODES,
  ...TURN_CODES,
  ...HTTP_CODES,
  ...START_CODES,
  ...WORKSPACE_CODES,
  ...SANDBOX_CODES,
  ...EGRESS_CODES,
  ...ACCOUNT_CODES,
  ...PERSONA_CODES,
  ...PROVIDER_CODES,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
export type McpErrorCode = keyof typeof MCP_CODES;
export type ConfigErrorCode = keyof typeof CONFIG_CODES;
export type CallErrorCode = keyof typeof CALL_CODES;
export type TurnErrorCode = keyof typeof TURN_CODES;
export type WorkspaceErrorCode = keyof typeof WORKSPACE_CODES;
export type SandboxErrorCode = keyof typeof SANDBOX_CODES;
export type AccountErrorCode = keyof typeof ACCOUNT_CODES;
export type StartErrorCode = keyof typeof START_CODES;

export function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(ERROR_CODES, value);
}

/** The words for a code; an unknown one reads as `internal-error`, so a reader always gets a sentence. */
export function errorText(code: string): ErrorText {
  return isErrorCode(code) ? ERROR_CODES[code] : ERROR_CODES["internal-error"];
}

/** The body of every failed API answer (WEB-08). */
export interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string };
}

export function errorBody(code: ErrorCode): ErrorBody {
  return { error: { code, message: ERROR_CODES[code].sentence } };
}
