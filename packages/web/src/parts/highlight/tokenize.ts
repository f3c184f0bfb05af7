import { createHighlighterCore, type HighlighterCore, type ThemeRegistration } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import type { CodeKind, CodeLine } from "./code-token.js";
import { languageOf, loadLanguage } from "./languages.js";

/** A theme whose colours stand for kinds: the page has classes for these, and no inline style. */
const COLOURS: Readonly<Record<string, CodeKind>> = {
  "#000001": "comment",
  "#000002": "keyword",
  "#000003": "string",
  "#000004": "key",
  "#000005": "literal",
};

const SCOPES: Readonly<Record<Exclude<CodeKind, "plain">, readonly string[]>> = {
  comment: ["comment", "punctuation.definition.comment", "markup.deleted", "meta.diff.header"],
  keyword: [
    "keyword",
    "storage",
    "variable.language",
    "entity.name.tag",
    "markup.inserted",
    "keyword.operator.new",
    "keyword.operator.expression",
    "keyword.operator.logical.python",
    "meta.diff.range",
  ],
  string: ["string", "punctuation.definition.string", "markup.inline.raw"],
  key: [
    "support.type.property-name",
    "meta.object-literal.key",
    "entity.other.attribute-name",
    "entity.name.tag.yaml",
    "support.type.property-name.toml",
  ],
  literal: ["constant.numeric", "constant.language", "constant.other.color", "keyword.other.unit"],
};
/** Marks between words and what stands inside a string as code. */
const PLAIN = [
  "keyword.operator",
  "storage.type.function.arrow",
  "punctuation.definition.block.sequence",
  "meta.template.expression",
  "meta.embedded",
  "source.embedded",
  "constant.character.escape",
];

const THEME: ThemeRegistration = {
  name: "kinds",
  type: "light",
  fg: "#000000",
  bg: "#ffffff",
  settings: [
    { settings: { foreground: "#000000" } },
    { scope: PLAIN, settings: { foreground: "#000000" } },
    ...Object.entries(COLOURS).map(([foreground, kind]) => ({
      scope: kind === "plain" ? [] : [...SCOPES[kind]],
      settings: { foreground },
    })),
  ],
};

/** Longer lines stay plain. */
const LONGEST_LINE = 2_000;
/** A line that is cut off mislabels all after it, and the first one pays for its grammar: the limit is for runaways. */
const LINE_WITHIN_MS = 3_000;

export interface Tokenizer {
  /** Null for a language that is not told apart. */
  tokenize(language: string, code: string): Promise<readonly CodeLine[] | null>;
}

export function createTokenizer(): Tokenizer {
  let core: Promise<HighlighterCore> | null = null;
  const open = () => {
    core ??= createHighlighterCore({
      themes: [THEME],
      langs: [],
      engine: createJavaScriptRegexEngine({ forgiving: true }),
    });
    return core;
  };
  const tokenize = async (named: string, code: string) => {
    const language = languageOf(named);
    if (language === null) return null;
    const [highlighter, grammar] = await Promise.all([open(), loadLanguage(language)]);
    await highlighter.loadLanguage(...grammar.default);
    const { tokens } = highlighter.codeToTokens(code, {
      lang: language,
      theme: "kinds",
      tokenizeMaxLineLength: LONGEST_LINE,
      tokenizeTimeLimit: LINE_WITHIN_MS,
    });
    return tokens.map((line) => joined(line.map(({ content, color }) => ({ kind: kindOf(color), text: content }))));
  };
  return { tokenize };
}

function kindOf(colour: string | undefined): CodeKind {
  return COLOURS[colour?.toLowerCase() ?? ""] ?? "plain";
}

/** Neighbours of one kind are one: fewer elements on the page. */
function joined(line: CodeLine): CodeLine {
  const result: { kind: CodeKind; text: string }[] = [];
  for (const { kind, text } of line) {
    const last = result.at(-1);
    if (last?.kind === kind) last.text += text;
    else result.push({ kind, text });
  }
  return result;
}
