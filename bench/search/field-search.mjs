// The strongest published way without a model, written from its description: BM25 over weighted fields, and unknown words
// replaced by those most like them. Its own code throughout, so that nothing of Loop's helps or hinders it.
const SATURATION = 1.2;
/** Field: weight, and how much its length is discounted. */
const FIELDS = Object.entries({
  server: [3, 0],
  name: [4, 0.3],
  title: [1.5, 0.3],
  description: [1.5, 0.6],
  parameters: [0.5, 0.6],
  parameterTexts: [0.25, 0.7],
});
const DEPTH = 4;
const PARAMETER_CHARACTERS = 3_000;
const DESCRIPTION_CHARACTERS = 800;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const STOP_WORDS = new Set(
  (
    "a about above after again all also am an and any are as at be been before being below between both but by can could " +
    "did do does doing down during each few for from further had has have having he her here him his how i if in into is it " +
    "its just let me more most my no nor not now of off on once only or other our out over own please same she should so " +
    "some such than that the their them then there these they this those through to too under until up us very want was we " +
    "were what when where which while who whom why will with would you your"
  ).split(" "),
);

function pairsOf(word) {
  const letters = [...word];
  return CJK.test(word) && letters.length > 2 ? letters.slice(1).map((letter, at) => letters[at] + letter) : [word];
}

function wordsOf(text) {
  const split = text.normalize("NFKC").replace(/([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1$3 $2$4");
  const folded = split.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
  return folded
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .flatMap(pairsOf);
}

function telling(text) {
  const words = wordsOf(text);
  const kept = words.filter((word) => !STOP_WORDS.has(word));
  return kept.length > 0 ? kept : words;
}

function collect(schema, depth, into) {
  if (depth === 0 || typeof schema !== "object" || schema === null) return into;
  if (typeof schema.description === "string") into.texts.push(schema.description);
  collect(schema.items, depth - 1, into);
  for (const [name, value] of Object.entries(schema.properties ?? {})) {
    into.names.push(name);
    collect(value, depth - 1, into);
  }
  return into;
}

function documentOf({ serverId, serverName, toolName, label, description, inputSchema }) {
  const { names, texts } = collect(inputSchema, DEPTH, { names: [], texts: [] });
  return {
    server: telling(`${serverId} ${serverName}`).filter((word) => word !== "mcp" && word !== "server"),
    name: wordsOf(toolName),
    title: label === toolName ? [] : wordsOf(label),
    description: telling(description.slice(0, DESCRIPTION_CHARACTERS)),
    parameters: wordsOf(names.join(" ")),
    parameterTexts: telling(texts.join(" ").slice(0, PARAMETER_CHARACTERS)),
  };
}

function listIn(lists, key) {
  const list = lists.get(key) ?? [];
  if (list.length === 0) lists.set(key, list);
  return list;
}

/** Word to `[place, weight]` of every tool that has it. */
function postingsOf(documents) {
  const lengths = Object.fromEntries(
    FIELDS.map(([field]) => [
      field,
      documents.reduce((sum, one) => sum + one[field].length, 0) / documents.length || 1,
    ]),
  );
  const postings = new Map();
  documents.forEach((document, place) => {
    const weights = new Map();
    for (const [field, [weight, discount]] of FIELDS) {
      const norm = 1 - discount + (discount * document[field].length) / lengths[field];
      for (const word of document[field]) weights.set(word, (weights.get(word) ?? 0) + weight / norm);
    }
    for (const [word, weight] of weights) listIn(postings, word).push([place, weight]);
  });
  return postings;
}

function gramsOf(word) {
  const padded = `^${word}$`;
  const at = [...padded].map((_, index) => index);
  return new Set(at.flatMap((from) => [padded.slice(from, from + 2), padded.slice(from, from + 3)]));
}

function repairer(words) {
  const known = words.filter((word) => word.length > 2).map((word) => ({ word, grams: gramsOf(word) }));
  return (unknown) => {
    if (unknown.length < 4) return [];
    const grams = gramsOf(unknown);
    const alike = known
      .filter(({ word }) => Math.abs(word.length - unknown.length) <= 3)
      .map((one) => {
        const shared = [...grams].filter((gram) => one.grams.has(gram)).length;
        return [one.word, (2 * shared) / (grams.size + one.grams.size)];
      });
    return alike
      .filter(([, likeness]) => likeness >= 0.45)
      .sort(([, left], [, right]) => right - left)
      .slice(0, 3)
      .map(([word, likeness]) => [word, 0.8 * likeness]);
  };
}

/** From a query to the places of tools, best first. */
export function fieldSearch(tools) {
  const postings = postingsOf(tools.map(documentOf));
  const repair = repairer([...postings.keys()]);
  const exact = new Map();
  tools.forEach(({ name, toolName }, place) => {
    for (const key of new Set([wordsOf(name).join(" "), wordsOf(toolName).join(" ")])) listIn(exact, key).push(place);
  });
  return (query) => {
    const scores = new Map();
    const terms = [...new Set(telling(query))].flatMap((word) => (postings.has(word) ? [[word, 1]] : repair(word)));
    for (const [word, factor] of terms) {
      const found = postings.get(word);
      const rarity = Math.log(1 + (tools.length - found.length + 0.5) / (found.length + 0.5));
      for (const [place, weight] of found) {
        const gain = (factor * rarity * weight * (SATURATION + 1)) / (weight + SATURATION);
        scores.set(place, (scores.get(place) ?? 0) + gain);
      }
    }
    for (const place of exact.get(wordsOf(query).join(" ")) ?? []) scores.set(place, Number.MAX_VALUE);
    return [...scores].sort((left, right) => right[1] - left[1] || left[0] - right[0]).map(([place]) => place);
  };
}
