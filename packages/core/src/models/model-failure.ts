import { APICallError, LoadAPIKeyError, LoadSettingError, NoSuchModelError } from "@ai-sdk/provider";
import type { ErrorCode } from "@loop/contract";
import { DeadlineError } from "../kit/deadline.js";
import { isKeyInvalid } from "./key-invalid.js";

/** What went wrong, as a code. A provider's own words stay here: they may repeat keys, prompts or addresses. */
export function modelFailureCode(error: unknown, progress: { readonly hasBegun: boolean }): ErrorCode {
  const cause = lastAttempt(error);
  if (cause instanceof DeadlineError) return "model-timeout";
  if (LoadAPIKeyError.isInstance(cause)) return "model-key-missing";
  if (LoadSettingError.isInstance(cause)) return "model-setting-missing";
  if (NoSuchModelError.isInstance(cause)) return "model-not-found";
  // Whatever breaks after the first words is the stream's end, whichever way it broke.
  if (progress.hasBegun) return "model-stream-broken";
  if (APICallError.isInstance(cause)) return codeOfCall(cause);
  return "model-failed";
}

/** A retried call reports all its attempts; the last one counts. */
function lastAttempt(error: unknown): unknown {
  return error instanceof Error && "lastError" in error ? error.lastError : error;
}

function codeOfCall(error: APICallError): ErrorCode {
  const { statusCode } = error;
  if (statusCode === undefined) return "model-unreachable";
  if (isContextFull(error)) return "context-full";
  if (isKeyInvalid(error.responseBody)) return "model-key-rejected";
  switch (statusCode) {
    case 401:
    case 403:
      return "model-key-rejected";
    case 404:
      return "model-not-found";
    case 408:
    case 504:
      return "model-timeout";
    case 429:
      return "model-rate-limited";
    default:
      return statusCode >= 400 && statusCode < 500 ? "model-refused" : "model-failed";
  }
}

/** By the machine code in the body alone; its message is for nobody. */
function isContextFull({ statusCode, responseBody }: APICallError): boolean {
  return statusCode === 400 && /"code"\s*:\s*"context_length_exceeded"/.test(responseBody ?? "");
}
