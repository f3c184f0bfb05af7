import type { SandboxState } from "@loop/core/host";

/** The sandbox is tried once, in the background after the start; the first session that needs the outcome waits for it. */
export class SandboxProbe {
  readonly #probe: () => Promise<SandboxState>;
  #trial: Promise<SandboxState> | null = null;
  #known: SandboxState | null = null;

  constructor(probe: () => Promise<SandboxState>) {
    this.#probe = probe;
  }

  /** Null until the trial is over. */
  get known(): SandboxState | null {
    return this.#known;
  }

  /** Never rejects: a trial that cannot be made proves nothing, so nothing is promised. */
  state(): Promise<SandboxState> {
    this.#trial ??= this.#try();
    return this.#trial;
  }

  async #try(): Promise<SandboxState> {
    const state = await this.#probe().catch(
      (): SandboxState => ({ state: "none", engine: null, reason: "sandbox-unproven" }),
    );
    this.#known = state;
    return state;
  }
}
