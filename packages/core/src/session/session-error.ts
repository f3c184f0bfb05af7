import { type ErrorCode, errorText } from "@loop/contract";

/** A session that could not do what it was asked, before anything happened. `message` is the code's fixed sentence. */
export class SessionError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode) {
    super(errorText(code).sentence);
    this.name = "SessionError";
    this.code = code;
  }
}
