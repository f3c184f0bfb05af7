/** One task at a time, in the order in which they were given. A failed task does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when every task given so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
