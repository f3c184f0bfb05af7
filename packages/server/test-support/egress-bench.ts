import { type HttpReply, type HttpRequest, McpFailure } from "@loop/core/host";
import { createEgress, type Egress, type EgressOptions } from "../src/egress/egress.js";
import { type Answer, type RecordingServer, startRecording } from "./recording-server.js";

/** Servers on this machine and the guards that lead to them; `close` leaves nothing of them. */
export class EgressBench {
  readonly #closers: (() => Promise<void>)[] = [];

  async server(answer?: Answer, tls?: { readonly key: string; readonly cert: string }): Promise<RecordingServer> {
    const server = await startRecording(answer, tls);
    this.#closers.push(() => server.close());
    return server;
  }

  /** Public addresses only. */
  publicOnly(options: Partial<EgressOptions> = {}): Egress {
    return this.#keep(createEgress({ allowedOrigins: null, ...options }));
  }

  allowing(origins: readonly string[], options: Partial<EgressOptions> = {}): Egress {
    return this.#keep(createEgress({ allowedOrigins: new Set(origins), ...options }));
  }

  async close(): Promise<void> {
    for (const close of this.#closers.reverse()) await close();
  }

  #keep(egress: Egress): Egress {
    this.#closers.push(() => egress.close());
    return egress;
  }
}

export function get(url: string | URL, more: Partial<HttpRequest> = {}): HttpRequest {
  return { url: new URL(url), method: "GET", headers: {}, body: null, signal: null, ...more };
}

/** One request on a connection of its own, read to its end. */
export async function fetchText(egress: Egress, accountId: string, request: HttpRequest): Promise<string> {
  const connection = egress.connectionsOf(accountId)();
  try {
    return await textOf(await connection.send(request));
  } finally {
    await connection.destroy();
  }
}

export async function textOf(reply: HttpReply): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of reply.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** The code of a request that must fail. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "(it did not fail)";
  } catch (error) {
    if (error instanceof McpFailure) return error.code;
    throw error;
  }
}
