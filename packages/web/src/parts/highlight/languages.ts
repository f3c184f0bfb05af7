import type { LanguageRegistration } from "shiki/core";

type Load = () => Promise<{ readonly default: readonly LanguageRegistration[] }>;

/** The languages that are told apart; each is fetched when it is first met. */
const LANGUAGES = {
  bash: () => import("shiki/langs/bash.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  csharp: () => import("shiki/langs/csharp.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  docker: () => import("shiki/langs/docker.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  xml: () => import("shiki/langs/xml.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
} as const satisfies Readonly<Record<string, Load>>;

export type Language = keyof typeof LANGUAGES;

const ALIASES: Readonly<Record<string, Language>> = {
  cjs: "javascript",
  "c#": "csharp",
  cs: "csharp",
  console: "bash",
  dockerfile: "docker",
  golang: "go",
  htm: "html",
  js: "javascript",
  json5: "json",
  jsonc: "json",
  jsonl: "json",
  jsx: "tsx",
  mjs: "javascript",
  patch: "diff",
  py: "python",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  svg: "xml",
  ts: "typescript",
  yml: "yaml",
  zsh: "bash",
};

/** The language a fence names ("ts", "python title=…"); null for none of those here. */
export function languageOf(fence: string): Language | null {
  const name =
    fence
      .trim()
      .toLowerCase()
      .split(/[\s,{]/, 1)[0] ?? "";
  if (isLanguage(name)) return name;
  return Object.hasOwn(ALIASES, name) ? (ALIASES[name] ?? null) : null;
}

export function loadLanguage(language: Language): ReturnType<Load> {
  return LANGUAGES[language]();
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGES, name);
}
