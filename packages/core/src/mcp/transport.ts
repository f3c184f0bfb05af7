import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import type { McpFailure } from "./failures.js";

export type MessageId = string | number;

/** What Loop's transports say beyond the protocol library's interface. */
export interface McpTransport extends Transport {
  /** The answer to this request came and had to be thrown away; the connection goes on. Null: nobody knows whose it was. */
  onanswerlost?: (id: MessageId | null, failure: McpFailure) => void;
  /** Ends process and sockets; resolves when they are gone. */
  dispose(): Promise<void>;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isMessage(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && value.jsonrpc === "2.0";
}

/** A request or notification of ours. */
export function methodOf(message: JSONRPCMessage): string | null {
  return "method" in message ? message.method : null;
}

export type { JSONRPCMessage, Transport, TransportSendOptions };
