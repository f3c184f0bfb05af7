/** JSON-RPC by hand: the fakes must be able to say what a library would refuse to send. */
export type RpcId = string | number | null;

export interface RpcMessage {
  readonly id?: RpcId;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export const legacyRevision = "2025-11-25";
export const modernRevision = "2026-07-28";
export const listChangedMethod = "notifications/tools/list_changed";

const prefix = "io.modelcontextprotocol/";
export const metaKeys = {
  protocolVersion: `${prefix}protocolVersion`,
  serverInfo: `${prefix}serverInfo`,
  subscriptionId: `${prefix}subscriptionId`,
} as const;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A modern request names its revision in its own envelope; a legacy one never does. */
export function namedRevision(message: RpcMessage): string | null {
  const meta = message.params?._meta;
  const revision = isRecord(meta) ? meta[metaKeys.protocolVersion] : undefined;
  return typeof revision === "string" ? revision : null;
}

export function parseMessage(text: string): RpcMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** `resultText` is raw JSON, so that a result can be deeper or larger than a serialiser allows. */
export function responseText(id: RpcId, resultText: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultText}}`;
}

export function errorText(id: RpcId, error: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

export function notificationText(method: string, params?: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: "2.0", method, ...(params ? { params } : {}) });
}

export function requestText(id: RpcId, method: string, params: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}
