import { StringDecoder } from "node:string_decoder";

export interface OutputWindowOptions {
  /** Kept of the beginning and the end together. */
  readonly mostCharacters: number;
  /** Hears the beginning as it comes, and once that there is more. */
  readonly emit: (text: string) => void;
}

/** Keeps the beginning and the end of an endless text in bounded memory. */
export class OutputWindow {
  readonly #options: OutputWindowOptions;
  readonly #half: number;
  readonly #decoder = new StringDecoder("utf8");
  #head = "";
  #tail: string[] = [];
  #tailLength = 0;
  #dropped = 0;
  #emitted = 0;
  #isEmitting = true;

  constructor(options: OutputWindowOptions) {
    this.#options = options;
    this.#half = Math.floor(options.mostCharacters / 2);
  }

  push(bytes: Buffer): void {
    this.#add(this.#decoder.write(bytes));
  }

  end(): string {
    this.#add(this.#decoder.end());
    const tail = this.#tail.join("");
    const surplus = Math.max(0, tail.length - this.#half);
    const dropped = this.#dropped + surplus;
    return this.#head + (dropped === 0 ? "" : `\n… ${dropped} characters left out …\n`) + tail.slice(surplus);
  }

  #add(text: string): void {
    if (text === "") return;
    this.#emit(text);
    const room = Math.max(0, this.#half - this.#head.length);
    this.#head += text.slice(0, room);
    const rest = text.slice(room);
    if (rest === "") return;
    this.#tail.push(rest);
    this.#tailLength += rest.length;
    while (this.#tailLength - (this.#tail[0]?.length ?? 0) >= this.#half) {
      const gone = this.#tail.shift()?.length ?? 0;
      this.#tailLength -= gone;
      this.#dropped += gone;
    }
  }

  #emit(text: string): void {
    if (!this.#isEmitting) return;
    const { mostCharacters, emit } = this.#options;
    const part = text.slice(0, mostCharacters - this.#emitted);
    this.#emitted += part.length;
    if (part !== "") emit(part);
    if (part.length === text.length) return;
    this.#isEmitting = false;
    emit("\n… more output, not shown while it runs …\n");
  }
}
