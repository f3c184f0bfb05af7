import { PROMPT, type Screen } from "./screen.js";

export interface PlainScreenOptions {
  readonly write: (text: string) => void;
  /** Whether a person types here; a pipe gets no prompt. */
  readonly withPrompt: boolean;
}

/** Lines one after the other: for pipes, dumb terminals and screen readers. Never moves the cursor. */
export class PlainScreen implements Screen {
  readonly #options: PlainScreenOptions;
  #isAtLineStart = true;

  constructor(options: PlainScreenOptions) {
    this.#options = options;
  }

  print(lines: readonly string[]): void {
    if (lines.length === 0) return;
    this.endStream();
    this.#options.write(`${lines.join("\n")}\n`);
  }

  stream(text: string): void {
    if (text === "") return;
    this.#options.write(text);
    this.#isAtLineStart = text.endsWith("\n");
  }

  endStream(): void {
    if (!this.#isAtLineStart) this.#options.write("\n");
    this.#isAtLineStart = true;
  }

  /** A row that changes would be a new line each second here. */
  status(): void {}

  invite(): void {
    if (!this.#options.withPrompt) return;
    this.endStream();
    this.#options.write(PROMPT);
  }
}
