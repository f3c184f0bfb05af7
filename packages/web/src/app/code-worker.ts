import type { CodeAnswer, CodeQuestion } from "../parts/highlight/code-token.js";
import { createTokenizer } from "../parts/highlight/tokenize.js";

const tokenizer = createTokenizer();

addEventListener("message", ({ data }: MessageEvent<CodeQuestion>) => {
  const { id, language, code } = data;
  const answer = (lines: CodeAnswer["lines"]) => postMessage({ id, lines } satisfies CodeAnswer);
  // Code that cannot be told apart is shown as it is.
  void tokenizer.tokenize(language, code).then(answer, () => answer(null));
});
