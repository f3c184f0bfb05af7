/** Where a chat is written to. Everything given to it is already safe for a terminal. */
export interface Screen {
  /** Whole lines. */
  print(lines: readonly string[]): void;
  /** A further piece of a text that streams in. */
  stream(text: string): void;
  /** The streamed text is over. */
  endStream(): void;
  /** One row that says what takes long, until it is null; nothing where rows cannot change. */
  status(row: string | null): void;
  /** Shows that a line may be typed. */
  invite(): void;
}

export const PROMPT = "> ";
