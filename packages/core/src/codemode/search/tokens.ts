/** Words that say nothing about a tool. "get" and "list" stay: they do. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about above after again all also am an and any are as at be because been before being below between both but by can " +
    "could did do does doing down during each few for from further had has have having he her here hers him his how i if in " +
    "into is it its itself just let me more most my no nor not now of off on once only or other our out over own please same " +
    "she should so some such than that the their them then there these they this those through to too under until up us very " +
    "want was we were what when where which while who whom why will with would you your"
  ).split(" "),
);

const CJK = /[぀-ヿ㐀-鿿가-힯]/;
const LETTER_CASE = /([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll})/gu;

/** Words of an identifier or a sentence: case runs, snake, kebab, dots and slashes split, accents folded. */
export function wordsOf(text: string): readonly string[] {
  const spaced = text.normalize("NFKC").replace(LETTER_CASE, "$1$3 $2$4");
  const folded = spaced.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");
  return folded
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => (CJK.test(word) ? pairsOf(word) : word === "" ? [] : [singular(word)]));
}

/** Words of a query: without stop words, unless nothing would be left. */
export function queryWords(text: string): readonly string[] {
  const words = wordsOf(text);
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Scripts without spaces are searched by pairs of characters. */
function pairsOf(word: string): readonly string[] {
  const letters = [...word];
  if (letters.length < 3) return [word];
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ""}${letter}`);
}

/** English plurals and their singulars are one word; nothing deeper, or unlike words fall together. */
function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(x|ch|sh|ss|zz)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
