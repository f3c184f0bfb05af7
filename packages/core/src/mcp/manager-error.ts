import { ERROR_CODES, type ErrorCode } from "@loop/contract";

/** Why a management method of McpManager failed. `message` is the code's fixed sentence and never anything else (ERR-02). */
export class McpManagerError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(ERROR_CODES[code].sentence);
    this.name = "McpManagerError";
    this.code = code;
  }
}
