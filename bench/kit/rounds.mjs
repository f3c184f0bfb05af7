// Contenders take turns, a block each, and another goes first in every round: what else runs on the machine hits all alike.

/** `run(contender, round)` is called once a round and contender. One after the other, never two at once. */
export async function inRounds(contenders, rounds, run) {
  for (let round = 0; round < rounds; round += 1) {
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) await run(contender, round);
  }
}

/** Lists by contender's name, filled as samples come. */
export class Samples {
  #lists = new Map();

  add(name, sample) {
    const list = this.#lists.get(name) ?? [];
    if (list.length === 0) this.#lists.set(name, list);
    list.push(sample);
  }

  of(name) {
    return this.#lists.get(name) ?? [];
  }

  field(name, key) {
    return this.of(name).map((sample) => sample[key]);
  }
}
