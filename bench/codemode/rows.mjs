// Eight megabytes of JSON: a hundred thousand small rows.

const COUNT = 100_000;
const CITIES = ["Berlin", "Paris", "Madrid", "Rome", "Vienna", "Prague", "Oslo", "Lisbon"];
let made = null;

export function rows() {
  made ??= Array.from({ length: COUNT }, (_, id) => ({
    id,
    city: CITIES[id % CITIES.length],
    amount: (id * 7_919) % 10_007,
    isOpen: id % 3 === 0,
    note: `row ${id} of many`,
  }));
  return made;
}

/** Filter, group, sort: what a script is for. */
export const JOB = `
  const { rows } = await CALL.rows();
  const sums = {};
  for (const row of rows.filter((each) => each.isOpen)) sums[row.city] = (sums[row.city] ?? 0) + row.amount;
  const best = rows.toSorted((left, right) => right.amount - left.amount).slice(0, 3).map((row) => row.id);
  return [Object.entries(sums).sort((left, right) => right[1] - left[1])[0][0], ...best].join(" ");`;
