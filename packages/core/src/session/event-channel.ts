import type { SessionEvent } from "@loop/contract";

/** Turns pushed events into something to iterate over. One reader; events wait for it in order. */
export class EventChannel {
  readonly #waiting: SessionEvent[] = [];
  #end: { readonly error?: unknown } | null = null;
  #wake: () => void = () => {};

  push(event: SessionEvent): void {
    this.#waiting.push(event);
    this.#wake();
  }

  /** The reader gets what was pushed before, then the end: an error where one is given. */
  close(end: { readonly error?: unknown } = {}): void {
    this.#end ??= end;
    this.#wake();
  }

  async *read(): AsyncGenerator<SessionEvent, void, undefined> {
    for (;;) {
      yield* this.#waiting.splice(0);
      if (this.#waiting.length > 0) continue;
      const end = this.#end;
      if (end !== null && "error" in end) throw end.error;
      if (end !== null) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
