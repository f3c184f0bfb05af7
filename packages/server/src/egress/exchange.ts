import { type Clock, McpFailure, toFailure } from "@loop/core/host";

export interface ExchangeLimits {
  readonly clock: Clock;
  /** From the request to the last byte of the answer, whatever trickles in between. */
  readonly totalMs: number;
  /** Of the answer's body. */
  readonly maxBytes: number;
}

/** One request and its answer. Ends by its caller's signal, by its connection's end or when its time is over. */
export class Exchange {
  readonly #controller = new AbortController();
  readonly #maxBytes: number;
  readonly #caller: AbortSignal | null;
  readonly #onCallerAbort = () => this.end(this.#caller?.reason);
  readonly #stopTimer: () => void;
  readonly #onSettled: (exchange: Exchange) => void;

  constructor(limits: ExchangeLimits, caller: AbortSignal | null, onSettled: (exchange: Exchange) => void) {
    this.#maxBytes = limits.maxBytes;
    this.#caller = caller;
    this.#onSettled = onSettled;
    this.#stopTimer = limits.clock.setTimer(limits.totalMs, () => this.end(new McpFailure("timeout")));
    caller?.addEventListener("abort", this.#onCallerAbort, { once: true });
    if (caller?.aborted) this.end(caller.reason);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(reason: unknown): void {
    this.settle();
    this.#controller.abort(reason);
  }

  /** Nothing is waited for any more. */
  settle(): void {
    this.#stopTimer();
    this.#caller?.removeEventListener("abort", this.#onCallerAbort);
    this.#onSettled(this);
  }

  /** The answer to `work`, or the reason of the end as soon as there is one, even while a connection is still opened. */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const lose = () => reject(this.signal.reason);
      if (this.signal.aborted) lose();
      this.signal.addEventListener("abort", lose, { once: true });
      work.then(resolve, reject).finally(() => this.signal.removeEventListener("abort", lose));
    });
  }

  /** The body as far as it may go. Ending the iteration, also before its first step, closes the connection. */
  measure(body: Body): AsyncIterable<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]();
    let bytes = 0;
    const finish = async (): Promise<IteratorReturnResult<undefined>> => {
      this.settle();
      body.destroy();
      return { done: true, value: undefined };
    };
    const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      try {
        const step = await iterator.next();
        if (step.done === true) return await finish();
        bytes += step.value.length;
        if (bytes <= this.#maxBytes) return { done: false, value: step.value };
      } catch (error) {
        this.settle();
        throw this.signal.aborted ? this.signal.reason : toFailure(error);
      }
      await finish();
      throw new McpFailure("response-too-large");
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: finish }) };
  }
}

/** What is needed of a readable stream. */
export interface Body extends AsyncIterable<Uint8Array> {
  destroy(): unknown;
}
