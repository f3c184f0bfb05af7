import { randomUUID } from "node:crypto";

export type SessionVerdict = "fine" | "missing" | "unknown";

/** Session ids of the legacy era. */
export class HttpSessions {
  readonly #alive = new Set<string>();

  open(): string {
    const id = randomUUID();
    this.#alive.add(id);
    return id;
  }

  judge(id: string | undefined): SessionVerdict {
    if (id === undefined) return "missing";
    return this.#alive.has(id) ? "fine" : "unknown";
  }

  end(id: string): void {
    this.#alive.delete(id);
  }

  loseAll(): void {
    this.#alive.clear();
  }
}
