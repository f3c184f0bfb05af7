import { expect, test } from "vitest";
import type { CodeLine } from "./code-token.js";
import { createTokenizer } from "./tokenize.js";

const tokenizer = createTokenizer();
const shown = (lines: readonly CodeLine[] | null) =>
  lines?.map((line) => line.map(({ kind, text }) => (kind === "plain" ? text : `${kind}<${text}>`)).join(""));

test("code is told apart in few kinds, and stays the same text", async () => {
  const code = '// why\nconst port = await open("Brest", 6.0);';
  const lines = await tokenizer.tokenize("ts", code);
  expect(shown(lines)).toEqual([
    "comment<// why>",
    'keyword<const> port = keyword<await> open(string<"Brest">, literal<6.0>);',
  ]);
  expect(lines?.map((line) => line.map(({ text }) => text).join("")).join("\n")).toBe(code);
});

test("the keys of JSON are not its strings", async () => {
  expect(shown(await tokenizer.tokenize("json", '{ "port": "Brest", "open": true }'))).toEqual([
    '{ key<"port">: string<"Brest">, key<"open">: literal<true> }',
  ]);
});

test("what is inside a template is code again", async () => {
  const told = shown(await tokenizer.tokenize("javascript", "`a $" + "{b + 1} c`"));
  expect(told?.[0]).toContain("string<`a ");
  expect(told?.[0]).toContain("literal<1>");
  expect(told?.[0]).toContain("b + ");
});

test.each([
  ["bash", "if [ -f a ]; then echo 'b'; fi # c"],
  ["c", "int main(void) { return 0; } // c"],
  ["csharp", 'string a = "b"; // c'],
  ["css", "a { color: #fff; } /* c */"],
  ["diff", "@@ -1 +1 @@\n-a\n+b"],
  ["docker", "FROM node:20\nRUN npm ci"],
  ["go", 'func main() { a := "b" } // c'],
  ["html", "<a href='b'>c</a><script>const a = 1;</script>"],
  ["java", "class A { int b = 1; } // c"],
  ["python", "def a(b: int) -> str:  # c\n    return f'{b}'"],
  ["rust", "fn main() { let a = 1; } // c"],
  ["sql", "select a from b where c = 'd' -- e"],
  ["toml", 'a = "b" # c'],
  ["tsx", 'const a = <b c="d">{e}</b>;'],
  ["xml", "<a b='c'/>"],
  ["yaml", "a: b # c"],
])("%s is told apart without another engine", async (language, code) => {
  const lines = await tokenizer.tokenize(language, code);
  expect(lines?.flat().some(({ kind }) => kind !== "plain")).toBe(true);
  expect(lines?.map((line) => line.map(({ text }) => text).join("")).join("\n")).toBe(code);
});

test("a language that is not known stays plain", async () => {
  expect(await tokenizer.tokenize("klingon", "a")).toBeNull();
});
