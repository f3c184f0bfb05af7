import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface RawRequest {
  readonly port: number;
  readonly method?: string;
  readonly path: string;
  /** Exactly these; `Host` is set only where it stands here. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** A request with the headers that no browser lets a page choose. */
export function rawRequest({ port, method = "GET", path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
    const options = {
      host: "127.0.0.1",
      port,
      method,
      path,
      headers: { ...headers, ...length },
      agent,
      setHost: false,
    };
    const sent = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

export function codeIn(answer: RawAnswer): string | null {
  try {
    const body: unknown = JSON.parse(answer.text);
    if (typeof body !== "object" || body === null || !("error" in body)) return null;
    const { error } = body;
    return typeof error === "object" && error !== null && "code" in error ? String(error.code) : null;
  } catch {
    return null;
  }
}
