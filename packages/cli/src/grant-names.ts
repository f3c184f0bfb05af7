import type { Grant } from "@loop/contract";

/** Short names for grants, g1, g2, …, that stay as they are while the conversation lasts. */
export class GrantNames {
  readonly #names = new Map<string, string>();

  of({ id }: Grant): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = `g${this.#names.size + 1}`;
    this.#names.set(id, name);
    return name;
  }

  /** By its name or by a prefix of its own id that no other has; null where there is no such grant. */
  find(grants: readonly Grant[], text: string): Grant | null {
    const named = grants.find((grant) => this.of(grant) === text);
    if (named !== undefined) return named;
    const [first, second] = grants.filter(({ id }) => id.startsWith(text));
    return first !== undefined && second === undefined ? first : null;
  }
}
