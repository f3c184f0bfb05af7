import type { ServerResponse } from "node:http";
import { type ErrorCode, errorBody, errorText } from "@loop/contract";

/** A failed answer: the code and its fixed sentence, nothing of what was sent or what a server said (WEB-08). */
export function errorResponse(code: ErrorCode, retryAfterSeconds?: number): Response {
  const headers = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  return Response.json(errorBody(code), { status: errorText(code).status, headers });
}

/** The same before the router is reached. */
export function sendError(outgoing: ServerResponse, code: ErrorCode): void {
  const body = JSON.stringify(errorBody(code));
  outgoing.writeHead(errorText(code).status, { "Content-Type": "application/json" });
  outgoing.end(body);
}
