import type { McpManager } from "@loop/core";

/**
 * The one manager of this server, made at the first need: its libraries are the largest part of Loop's start, and
 * nobody has to wait for them to see a page.
 */
export class LazyManager {
  readonly #make: () => Promise<McpManager>;
  #made: Promise<McpManager> | null = null;

  constructor(make: () => Promise<McpManager>) {
    this.#make = make;
  }

  get(): Promise<McpManager> {
    this.#made ??= this.#make();
    return this.#made;
  }

  /** A manager that was never made has nothing to close. */
  async close(): Promise<void> {
    await (await this.#made)?.close();
  }
}
