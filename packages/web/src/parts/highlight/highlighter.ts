import type { CodeAnswer, CodeLine, CodeQuestion } from "./code-token.js";

/** The part of a worker that is used here. */
export interface CodeWorker {
  postMessage(question: CodeQuestion): void;
  onmessage: ((event: MessageEvent<CodeAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

const LONGEST_CODE = 100_000;
const MOST_KEPT = 200;

/** Null where the code stays plain. */
type Lines = readonly CodeLine[] | null;

/** Tells code apart, away from the page's own thread. The worker is started with the first code that is shown. */
export class Highlighter {
  readonly #openWorker: () => CodeWorker;
  readonly #kept = new Map<string, Lines>();
  readonly #asked = new Map<string, Promise<Lines>>();
  readonly #waiting = new Map<number, (lines: Lines) => void>();
  #worker: CodeWorker | null = null;
  #lastId = 0;
  #isBroken = false;

  constructor(openWorker: () => CodeWorker) {
    this.#openWorker = openWorker;
  }

  /** What is known at once; undefined while it is not. */
  known(language: string, code: string): Lines | undefined {
    return this.#kept.get(keyOf(language, code));
  }

  /** Never rejects. */
  async highlight(language: string, code: string): Promise<Lines> {
    const key = keyOf(language, code);
    const before = this.#kept.get(key);
    if (before !== undefined) return before;
    if (this.#isBroken || language === "" || code.length > LONGEST_CODE) return null;
    const question = this.#asked.get(key) ?? this.#ask(language, code);
    this.#asked.set(key, question);
    return question;
  }

  async #ask(language: string, code: string): Promise<Lines> {
    const worker = this.#worker ?? this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const lines = await new Promise<Lines>((settle) => {
      this.#waiting.set(id, settle);
      worker.postMessage({ id, language, code });
    });
    this.#keep(keyOf(language, code), lines);
    return lines;
  }

  #start(): CodeWorker {
    const worker = this.#openWorker();
    worker.onmessage = ({ data }) => {
      this.#waiting.get(data.id)?.(data.lines);
      this.#waiting.delete(data.id);
    };
    worker.onerror = () => this.#giveUp();
    this.#worker = worker;
    return worker;
  }

  #giveUp(): void {
    this.#isBroken = true;
    for (const settle of this.#waiting.values()) settle(null);
    this.#waiting.clear();
  }

  #keep(key: string, lines: Lines): void {
    this.#asked.delete(key);
    this.#kept.set(key, lines);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > MOST_KEPT && oldest.done !== true) this.#kept.delete(oldest.value);
  }
}

function keyOf(language: string, code: string): string {
  return `${language}\n${code}`;
}
