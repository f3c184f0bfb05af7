import type { ToolErrorCode } from "./script-errors.js";

/** What one script may send across the wall; the host's own, smaller limits come on top. */
const MAX_REQUESTS = 2_000;
const MAX_WAITING = 256;
/** Together, so that a burst of large requests stays a small pile on the host's side. */
const MAX_WAITING_CHARACTERS = 4 * 1024 * 1024;
const MAX_EMITS = 1_000;
const MAX_EMITTED_CHARACTERS = 512 * 1024;

/** Counts what a script sends, so that a flood inside never becomes a flood of messages (CM-04). */
export class Outbox {
  readonly #requestCharacters: number;
  readonly #waiting = new Map<number, number>();
  #waitingCharacters = 0;
  #requests = 0;
  #emits = 0;
  #emittedCharacters = 0;
  #omitted = 0;

  constructor(requestCharacters: number) {
    this.#requestCharacters = requestCharacters;
  }

  get omittedCharacters(): number {
    return this.#omitted;
  }

  /** The number a request goes out under, or why it does not go out. */
  admit(json: string): number | { readonly code: ToolErrorCode; readonly message: string } {
    this.#requests += 1;
    if (this.#requests > MAX_REQUESTS) return { code: "call_limit", message: "this script made too many requests" };
    if (json.length > this.#requestCharacters) return { code: "invalid_input", message: "the arguments are too large" };
    if (this.#waiting.size >= MAX_WAITING || this.#waitingCharacters + json.length > MAX_WAITING_CHARACTERS) {
      return { code: "call_limit", message: "too many requests wait at once; await some first" };
    }
    this.#waiting.set(this.#requests, json.length);
    this.#waitingCharacters += json.length;
    return this.#requests;
  }

  answered(id: number): void {
    this.#waitingCharacters -= this.#waiting.get(id) ?? 0;
    this.#waiting.delete(id);
  }

  /** False: it is counted as omitted instead. */
  mayEmit(json: string): boolean {
    this.#emits += 1;
    this.#emittedCharacters += json.length;
    const fits = this.#emits <= MAX_EMITS && this.#emittedCharacters <= MAX_EMITTED_CHARACTERS;
    if (!fits) this.#omitted += json.length;
    return fits;
  }
}
