// The same sentences of one program's interface in many languages, from its published language packs.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const PACKS = { scope: "@codingame/monaco-vscode-language-pack-", version: "25.1.2", license: "MIT" };
/** English in letters with marks, made to test interfaces: without the marks it is the English text. */
const PSEUDO = "qps-ploc";
const PSEUDO_LETTERS = new Map(Object.entries({ æ: "a", ø: "o", µ: "u", þ: "b", ð: "d", "§": "s", ß: "b", "£": "l" }));
/** Placeholders, icons, code and addresses are words of no language. */
const NO_WORDS = /\$\([\w~-]+\)|\{\d+\}|`[^`]*`|https?:\S+/g;

/** Folder of a pack, fetched once into `folder`. */
function fetchPack(language, folder) {
  const target = join(folder, language);
  if (existsSync(target)) return target;
  const name = `${PACKS.scope}${language}@${PACKS.version}`;
  const packed = execFileSync("npm", ["pack", "--silent", name, "--pack-destination", folder], { encoding: "utf8" });
  mkdirSync(target);
  execFileSync("tar", ["xzf", join(folder, packed.trim()), "-C", target, "--strip-components=1"]);
  return target;
}

function plain(text) {
  const letters = [...text.toLowerCase()].map((letter) => PSEUDO_LETTERS.get(letter) ?? letter);
  return letters.join("").normalize("NFD").replace(/\p{M}/gu, "");
}

/** By place, the same in every language; null where one has no text. */
function mainTexts(pack) {
  const script = readFileSync(join(pack, "translations/main.i18n.json.js"), "utf8");
  const list = script.slice(script.indexOf("["), script.lastIndexOf("]") + 1);
  return new Map(JSON.parse(list.replaceAll(/^\s*undefined(,?)$/gm, "null$1")).entries());
}

/** Extension, section and key of a text, with the text. */
function extensionTexts(pack) {
  const folder = join(pack, "translations/extensions");
  const found = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    const { contents } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    for (const [section, texts] of Object.entries(contents)) {
      for (const [key, text] of Object.entries(texts)) found.set(JSON.stringify([file, section, key]), text);
    }
  }
  return found;
}

function pairUp(english, foreign) {
  return [...foreign].flatMap(([key, to]) => {
    const from = english.get(key);
    if (typeof from !== "string" || typeof to !== "string") return [];
    return [[plain(from).replaceAll(NO_WORDS, " "), to.replaceAll(NO_WORDS, " ")]];
  });
}

/** `[English, foreign]` of every text that has both. */
export function sentencePairs(language, folder) {
  const english = fetchPack(PSEUDO, folder);
  const foreign = fetchPack(language, folder);
  return [
    ...pairUp(mainTexts(english), mainTexts(foreign)),
    ...pairUp(extensionTexts(english), extensionTexts(foreign)),
  ];
}
