// node bench/words/main.mjs: writes packages/core/data/foreign-words.json anew. Needs a built core, npm's registry and tar.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isStopWord, wordsOf } from "../../packages/core/dist/codemode/search/tokens.js";
import { meaningsFrom } from "./alignment.mjs";
import { PACKS, sentencePairs } from "./packs.mjs";

const LANGUAGES = ["cs", "de", "es", "fr", "it", "ja", "ko", "pl", "pt-br", "ru", "tr", "zh-hans"];
const FILE = fileURLToPath(new URL("../../packages/core/data/foreign-words.json", import.meta.url));
const MEANINGS = 3;

const isTelling = (english, foreign) => english.length > 1 && !isStopWord(english) && !/^\d+$/.test(foreign);

/** One table for all: a query does not say its language. */
function mergeInto(words, meanings) {
  for (const [foreign, scores] of meanings) {
    const merged = words.get(foreign) ?? new Map();
    for (const [english, score] of scores) merged.set(english, Math.max(score, merged.get(english) ?? 0));
    words.set(foreign, merged);
  }
}

/** `"word 66 other 31"`: English words, each with its score in hundredths. */
function entry(scores) {
  const best = [...scores].sort(([, left], [, right]) => right - left).slice(0, MEANINGS);
  return best.map(([english, score]) => `${english} ${Math.round(score * 100)}`).join(" ");
}

const folder = mkdtempSync(join(tmpdir(), "loop-words-"));
try {
  const words = new Map();
  for (const language of LANGUAGES) {
    const pairs = sentencePairs(language, folder);
    const meanings = meaningsFrom(pairs, { wordsOf, isTelling });
    console.log(`${language}: ${pairs.length} sentences, ${meanings.size} words`);
    mergeInto(words, meanings);
  }
  const sorted = [...words].sort(([left], [right]) => (left < right ? -1 : 1));
  const table = Object.fromEntries(sorted.map(([foreign, scores]) => [foreign, entry(scores)]));
  const source = `${PACKS.scope}{${LANGUAGES.join(",")}} ${PACKS.version}, ${PACKS.license}`;
  mkdirSync(join(FILE, ".."), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify({ source, words: table }, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
