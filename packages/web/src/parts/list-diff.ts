export type Kept = "same" | "before" | "after";
export interface DiffItem<Item> {
  readonly kept: Kept;
  readonly item: Item;
}

/** Beyond this many comparisons everything counts as rewritten: a person's question must not wait for it. */
const MOST_CELLS = 4_000_000;

/** What of two lists stayed, what is gone and what is new, in the order in which to read it. */
export function listDiff<Item>(
  before: readonly Item[],
  after: readonly Item[],
  textOf: (item: Item) => string,
): readonly DiffItem<Item>[] {
  const old = before.map(textOf);
  const now = after.map(textOf);
  const head = sharedLength(old, now);
  const tail = sharedLength(old.slice(head).reverse(), now.slice(head).reverse());
  const middle = middleDiff(before.slice(head, before.length - tail), after.slice(head, after.length - tail), textOf);
  const same = (items: readonly Item[]) => items.map((item) => ({ kept: "same" as const, item }));
  return [...same(after.slice(0, head)), ...middle, ...same(after.slice(after.length - tail))];
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function middleDiff<Item>(
  before: readonly Item[],
  after: readonly Item[],
  textOf: (item: Item) => string,
): readonly DiffItem<Item>[] {
  const gone = before.map((item) => ({ kept: "before" as const, item }));
  const come = after.map((item) => ({ kept: "after" as const, item }));
  if (before.length * after.length > MOST_CELLS) return [...gone, ...come];
  const lengths = commonLengths(before.map(textOf), after.map(textOf));
  const width = after.length + 1;
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  const items: DiffItem<Item>[] = [];
  let i = 0;
  let j = 0;
  for (;;) {
    const [old, now] = [gone[i], come[j]];
    if (old === undefined || now === undefined) return [...items, ...gone.slice(i), ...come.slice(j)];
    if (textOf(old.item) === textOf(now.item)) {
      items.push({ kept: "same", item: now.item });
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      items.push(old);
      i += 1;
    } else {
      items.push(now);
      j += 1;
    }
  }
}

/** Of the ends from each place on: how many items they have in common, in order. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array {
  const width = after.length + 1;
  const lengths = new Uint32Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const [below, right] = [lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0];
      const diagonal = lengths[(i + 1) * width + j + 1] ?? 0;
      lengths[i * width + j] = before[i] === after[j] ? diagonal + 1 : Math.max(below, right);
    }
  }
  return lengths;
}
