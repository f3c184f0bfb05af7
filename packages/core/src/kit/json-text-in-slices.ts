import { WorkSlice } from "./in-slices.js";

/** Written by the engine at one go: so many values, a long text counting as several. */
const pieceValues = 2_000;
/** Characters that take about as long as one value. */
const valueCharacters = 32;
const pieceCharacters = pieceValues * valueCharacters;
/** Joining very many parts at once would be a stop of its own. */
const partsAtOnce = 4_096;

/** What `JSON.stringify` gives for a value that came out of a JSON parser, without holding up the thread. */
export async function jsonTextInSlices(value: unknown): Promise<string> {
  const writer = new SlicedWriter();
  await writer.write(value);
  return writer.joined();
}

class SlicedWriter {
  readonly #slice = new WorkSlice();
  /** Names of objects with many members: listing them is slow, and every object around asks again. */
  readonly #names = new WeakMap<object, readonly string[]>();
  readonly #whole: string[] = [];
  #parts: string[] = [];

  async write(value: unknown): Promise<void> {
    if (this.#valuesIn(value, pieceValues) <= pieceValues) this.#add(JSON.stringify(value) ?? "null");
    else if (typeof value === "string") await this.#writeText(value);
    else if (Array.isArray(value)) await this.#writeList(value);
    else if (typeof value === "object" && value !== null) await this.#writeObject(value);
    if (this.#slice.isOver) await this.#slice.rest();
  }

  joined(): string {
    this.#gather();
    return this.#whole.join("");
  }

  #add(part: string): void {
    this.#parts.push(part);
    if (this.#parts.length >= partsAtOnce) this.#gather();
  }

  #gather(): void {
    this.#whole.push(this.#parts.join(""));
    this.#parts = [];
  }

  /** Neighbours that are few values together are written together. */
  async #writeList(list: readonly unknown[]): Promise<void> {
    this.#add("[");
    for (let from = 0; from < list.length; ) {
      if (from > 0) this.#add(",");
      const end = this.#runEnd(list, from);
      if (end > from) this.#add(JSON.stringify(list.slice(from, end)).slice(1, -1));
      else await this.write(list[from]);
      from = Math.max(end, from + 1);
      if (this.#slice.isOver) await this.#slice.rest();
    }
    this.#add("]");
  }

  async #writeObject(object: object): Promise<void> {
    let lead = "{";
    for (const name of this.#namesOf(object)) {
      this.#add(`${lead}${JSON.stringify(name)}:`);
      lead = ",";
      const member: unknown = Reflect.get(object, name);
      if (isLong(member)) await this.write(member);
      else this.#add(JSON.stringify(member) ?? "null");
      if (this.#slice.isOver) await this.#slice.rest();
    }
    this.#add(lead === "{" ? "{}" : "}");
  }

  async #writeText(long: string): Promise<void> {
    this.#add('"');
    for (let from = 0; from < long.length; ) {
      const end = wholeCharacters(long, from + pieceCharacters);
      this.#add(JSON.stringify(long.slice(from, end)).slice(1, -1));
      from = end;
      if (this.#slice.isOver) await this.#slice.rest();
    }
    this.#add('"');
  }

  #runEnd(list: readonly unknown[], from: number): number {
    let left = pieceValues;
    let end = from;
    while (end < list.length) {
      left -= this.#valuesIn(list[end], left);
      if (left < 0) break;
      end += 1;
    }
    return end;
  }

  /** How many values it is with all that is in it; more than `most` where it is more, without counting on. */
  #valuesIn(value: unknown, most: number): number {
    if (!isLong(value)) return 1;
    const open: unknown[] = [value];
    let count = 0;
    while (open.length > 0 && count <= most) {
      const next = open.pop();
      count += 1;
      if (typeof next === "string") count += Math.floor(next.length / valueCharacters);
      else if (typeof next === "object" && next !== null) count += this.#openUp(next, open, most - count);
    }
    return count;
  }

  /** Puts its members on the list, unless they are more than `most`: then that many count. */
  #openUp(value: object, open: unknown[], most: number): number {
    if (Array.isArray(value)) {
      if (value.length > most) return value.length;
      open.push(...value);
      return 0;
    }
    const names = this.#namesOf(value);
    if (names.length > most) return names.length;
    for (const name of names) open.push(Reflect.get(value, name));
    return 0;
  }

  #namesOf(object: object): readonly string[] {
    const known = this.#names.get(object);
    if (known !== undefined) return known;
    const names = Object.keys(object);
    if (names.length > pieceValues) this.#names.set(object, names);
    return names;
  }
}

function isLong(value: unknown): boolean {
  return typeof value === "string" ? value.length > valueCharacters : typeof value === "object" && value !== null;
}

/** Half of a character would be written as an escape. */
function wholeCharacters(text: string, at: number): number {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1)) ? at + 1 : at;
}
