import { type HttpConnection, type HttpReply, type HttpRequest, McpFailure, toFailure } from "@loop/core/host";
import { type Agent, request } from "undici";
import type { AllowedOrigins } from "./allowed-origins.js";
import { Exchange, type ExchangeLimits } from "./exchange.js";
import { addressVerdict } from "./url-rules.js";

/**
 * `refuse`: every redirect is the failure `redirect-refused`, and where it led is said to nobody. `hand-over`: the caller
 * gets the reply and asks again for the next hop, which is checked like the first.
 */
export type RedirectRule = "refuse" | "hand-over";

export interface GuardedOptions {
  readonly limits: ExchangeLimits;
  readonly allowedOrigins: AllowedOrigins | null;
  readonly redirects: RedirectRule;
  readonly agent: Agent;
  readonly release: () => void;
}

/**
 * A connection that asks the rules at every request. Rejects with a McpFailure, or with the reason of the caller's own
 * signal.
 */
export class GuardedConnection implements HttpConnection {
  readonly #options: GuardedOptions;
  readonly #open = new Set<Exchange>();
  #isDestroyed = false;

  constructor(options: GuardedOptions) {
    this.#options = options;
  }

  async send(request: HttpRequest): Promise<HttpReply> {
    if (this.#isDestroyed) throw closed();
    const code = addressVerdict(request.url, this.#options.allowedOrigins);
    if (code !== null) throw new McpFailure(code, { endsConnection: true, notSent: true });
    const exchange = new Exchange(this.#options.limits, request.signal, (over) => this.#open.delete(over));
    if (!exchange.signal.aborted) this.#open.add(exchange);
    try {
      return await this.#exchange(request, exchange);
    } catch (error) {
      const failure = request.signal?.aborted ? error : toFailure(error);
      exchange.end(failure);
      throw failure;
    }
  }

  /** Ends what is under way; a socket that has nothing to do may stay for the account's next connection. */
  async destroy(): Promise<void> {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    for (const exchange of this.#open) exchange.end(closed());
    this.#options.release();
  }

  async #exchange({ url, method, headers, body }: HttpRequest, exchange: Exchange): Promise<HttpReply> {
    const { agent } = this.#options;
    const sent = { method, headers: ownHeaders(headers), body, signal: exchange.signal, dispatcher: agent };
    const reply = await exchange.race(request(url, sent));
    // A body cut off before anybody reads it is no fault of the process.
    reply.body.on("error", () => undefined);
    const { statusCode: status, headers: replyHeaders } = reply;
    this.#inspect(status, replyHeaders);
    return { status, headers: replyHeaders, body: exchange.measure(reply.body) };
  }

  /** Throws when nothing of the answer is to be used. */
  #inspect(status: number, headers: HttpReply["headers"]): void {
    if (status >= 300 && status < 400 && this.#options.redirects === "refuse") {
      throw new McpFailure("redirect-refused", { endsConnection: true, notSent: true });
    }
    const encoding = String(headers["content-encoding"] ?? "").trim();
    // Plain bytes were asked for: what would have to be unpacked first has no size that could be known.
    if (encoding !== "" && encoding.toLowerCase() !== "identity") throw new McpFailure("response-encoded");
    const length = Number(headers["content-length"] ?? 0);
    if (length > this.#options.limits.maxBytes) throw new McpFailure("response-too-large");
  }
}

/** The address alone says which host is meant. */
function ownHeaders(headers: HttpRequest["headers"]): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !["host", "accept-encoding"].includes(name.toLowerCase()));
  return { ...Object.fromEntries(kept), "accept-encoding": "identity" };
}

function closed(): McpFailure {
  return new McpFailure("connection-closed", { endsConnection: true });
}
