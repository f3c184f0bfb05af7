import type { Ring } from "@loop/core/host";

/** What one replica tells the others at once. */
export interface RingBatch {
  readonly from: string;
  readonly rings: readonly Ring[];
}

/** Rings to be sent; a later one of the same place takes the place of an earlier one. */
export class GatheredRings {
  readonly #rings = new Map<string, Ring>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#rings.size === 0;
  }

  /** Beyond the most that is kept a ring is lost, as the port allows. */
  add(ring: Ring): void {
    const place = JSON.stringify([ring.topic, ring.id, ring.seq === undefined]);
    const known = this.#rings.get(place);
    if (known === undefined && this.#rings.size >= this.#most) return;
    if (known?.seq !== undefined && ring.seq !== undefined && known.seq > ring.seq) return;
    this.#rings.set(place, ring);
  }

  /** Everything gathered, and nothing is left. */
  take(): readonly Ring[] {
    const rings = [...this.#rings.values()];
    this.#rings.clear();
    return rings;
  }
}

/** As few texts as hold the rings, none longer than `mostBytes`. A ring that is longer by itself is lost. */
export function encodeBatches({ from, rings }: RingBatch, mostBytes: number): readonly string[] {
  const frame = Buffer.byteLength(JSON.stringify([from, []]));
  const texts: string[] = [];
  let parts: string[] = [];
  let bytes = frame;
  const finish = (): void => {
    if (parts.length > 0) texts.push(`[${JSON.stringify(from)},[${parts.join(",")}]]`);
    parts = [];
    bytes = frame;
  };
  for (const { topic, id, seq } of rings) {
    const part = JSON.stringify(seq === undefined ? [topic, id] : [topic, id, seq]);
    const size = Buffer.byteLength(part) + 1;
    if (frame + size > mostBytes) continue;
    if (bytes + size > mostBytes) finish();
    parts.push(part);
    bytes += size;
  }
  finish();
  return texts;
}

/** Null for a text of somebody else: anybody who reaches the database or the NATS server can send one. */
export function decodeBatch(text: string): RingBatch | null {
  const value = parse(text);
  if (!Array.isArray(value)) return null;
  const [from, rings]: unknown[] = value;
  if (typeof from !== "string" || !Array.isArray(rings)) return null;
  return { from, rings: rings.flatMap((ring: unknown) => decodeRing(ring)) };
}

function decodeRing(ring: unknown): readonly Ring[] {
  if (!Array.isArray(ring)) return [];
  const [topic, id, seq]: unknown[] = ring;
  if (typeof topic !== "string" || typeof id !== "string") return [];
  if (seq === undefined) return [{ topic, id }];
  return typeof seq === "number" ? [{ topic, id, seq }] : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
