import type { ErrorCode } from "@loop/contract";
import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { DeadlineError } from "../kit/deadline.js";

export interface FailureFacts {
  /** The connection cannot be used any more; the server goes to error (LIF-11). */
  readonly endsConnection?: boolean;
  /** The request surely did not get to the server. */
  readonly notSent?: boolean;
}

/** A failure with a stable code. Everything else that is known about it stays behind (ERR-02). */
export class McpFailure extends Error {
  readonly code: ErrorCode;
  readonly endsConnection: boolean;
  readonly notSent: boolean;

  constructor(code: ErrorCode, facts: FailureFacts = {}) {
    super(code);
    this.name = "McpFailure";
    this.code = code;
    this.endsConnection = facts.endsConnection ?? false;
    this.notSent = facts.notSent ?? false;
  }
}

/**
 * The only place where a foreign error is read. Codes of the system and of the protocol library go in; no message, no
 * data and no cause ever comes out.
 */
export function toFailure(error: unknown): McpFailure {
  if (error instanceof McpFailure) return error;
  if (error instanceof DeadlineError) return new McpFailure("timeout");
  if (error instanceof ProtocolError) return protocolFailure(error);
  if (error instanceof SdkError) return sdkFailure(error);
  const system = systemCode(error);
  if (system !== null) return systemFailure(system);
  if (error instanceof Error && error.message === "Not connected") return closed;
  return new McpFailure("server-failed");
}

/** The server's own error answer: the connection is fine. */
export function isServerAnswer(error: unknown): error is ProtocolError {
  return error instanceof ProtocolError && !(error.data instanceof McpFailure);
}

const closed = new McpFailure("connection-closed", { endsConnection: true });

/** A lost request is answered by our own wire with the failure as its data, which no server's JSON can imitate. */
function protocolFailure(error: ProtocolError): McpFailure {
  if (error.data instanceof McpFailure) return error.data;
  return new McpFailure(error.code === -32022 ? "version-unsupported" : "server-failed");
}

function sdkFailure(error: SdkError): McpFailure {
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      return new McpFailure("timeout");
    case SdkErrorCode.ConnectionClosed:
    case SdkErrorCode.NotConnected:
      return closed;
    case SdkErrorCode.ClientHttpUnexpectedContent:
    case SdkErrorCode.InvalidResult:
    case SdkErrorCode.UnsupportedResultType:
      return new McpFailure("not-mcp");
    case SdkErrorCode.EraNegotiationFailed:
      return new McpFailure("version-unsupported");
    default:
      return new McpFailure("server-failed");
  }
}

const certificateCodes = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
const neverConnectedCodes = new Set([
  "EACCES",
  "EADDRNOTAVAIL",
  "ECONNREFUSED",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "EPERM",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function systemFailure(code: string): McpFailure {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new McpFailure("address-not-found", { endsConnection: true, notSent: true });
  }
  if (certificateCodes.has(code) || code.startsWith("ERR_TLS") || code.startsWith("ERR_SSL")) {
    return new McpFailure("certificate-invalid", { endsConnection: true, notSent: true });
  }
  if (neverConnectedCodes.has(code)) {
    return new McpFailure("network-unreachable", { endsConnection: true, notSent: true });
  }
  if (code.startsWith("HPE_")) return new McpFailure("not-mcp", { endsConnection: true });
  return closed;
}

/** The code of a system call or of the HTTP library, also one level down and in the first of several attempts. */
function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error instanceof AggregateError) return systemCode(error.errors[0]);
  return systemCode(error.cause);
}

/** Why a process could not be started. The directory was looked at before (ERR-01). */
export function spawnFailure(error: unknown): McpFailure {
  switch (systemCode(error)) {
    case "ENOENT":
    case "ENOTDIR":
      return new McpFailure("missing-command");
    case "EACCES":
    case "EPERM":
    case "ENOEXEC":
      return new McpFailure("command-not-executable");
    default:
      return new McpFailure("spawn-failed");
  }
}

/** What an HTTP status says. `sentCredentials`: an Authorization header went with the request. */
export function statusFailure(
  status: number,
  facts: { readonly wantsOAuth: boolean; readonly sentCredentials: boolean; readonly hasSession: boolean },
): McpFailure {
  if (status === 401) {
    const code = facts.wantsOAuth && !facts.sentCredentials ? "oauth-required" : "authentication-required";
    return new McpFailure(code, { endsConnection: true, notSent: true });
  }
  if (status === 403) return new McpFailure("access-rejected", { endsConnection: true, notSent: true });
  if (facts.hasSession && (status === 404 || status === 400)) {
    return new McpFailure("session-lost", { endsConnection: true, notSent: true });
  }
  if (status >= 300 && status < 400) return new McpFailure("redirect-refused", { endsConnection: true, notSent: true });
  if (status === 404 || status === 410) return new McpFailure("not-found", { endsConnection: true, notSent: true });
  if (status === 413) return new McpFailure("response-too-large", { notSent: true });
  if (status >= 500) return new McpFailure("server-failed");
  return new McpFailure("not-mcp", { notSent: true });
}
