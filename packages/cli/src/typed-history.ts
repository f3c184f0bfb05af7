import { appendFile, chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

const MOST_LINES = 1_000;
const MOST_CHARACTERS = 10_000;

/** Answers are about one question of one moment: brought back by an arrow key they could allow another. */
const ANSWER = /^\s*\/(?:approve|approve-session|deny|stop-script)\b/u;

/** Whether a typed line is remembered: not an answer, and not one that begins with a space. */
export function isRemembered(line: string): boolean {
  return line.trim() !== "" && !line.startsWith(" ") && !ANSWER.test(line) && isPlainLine(line);
}

/**
 * The lines typed in earlier conversations, one a row, in a file for its owner alone. A history that cannot be read or
 * written is none: it never stands in the way of the conversation.
 */
export class TypedHistory {
  readonly #file: string;
  /** Writes one after the other. */
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** The last thousand, the newest first, as readline wants them. */
  async read(): Promise<string[]> {
    const lines = await this.#lines();
    if (lines.length > MOST_LINES) await this.#replace(lines.slice(-MOST_LINES));
    return lines.slice(-MOST_LINES).toReversed();
  }

  add(line: string): void {
    if (!isRemembered(line)) return;
    this.#writing = this.#writing.then(() => this.#append(line)).catch(() => undefined);
  }

  /** Resolves when everything added is written. */
  close(): Promise<void> {
    return this.#writing;
  }

  async #append(line: string): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    await appendFile(this.#file, `${line}\n`, { mode: 0o600 });
    await chmod(this.#file, 0o600);
  }

  async #lines(): Promise<readonly string[]> {
    try {
      return (await readFile(this.#file, "utf8")).split("\n").filter(isRemembered);
    } catch {
      return [];
    }
  }

  async #replace(lines: readonly string[]): Promise<void> {
    const fresh = `${this.#file}.${process.pid}`;
    try {
      await writeFile(fresh, `${lines.join("\n")}\n`, { mode: 0o600 });
      await rename(fresh, this.#file);
    } catch {
      // The longer file does no harm.
    }
  }
}

/** A control sequence in an edited file would act on the terminal as soon as the line is brought back. */
function isPlainLine(line: string): boolean {
  return line.length <= MOST_CHARACTERS && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(line);
}
