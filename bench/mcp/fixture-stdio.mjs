// An MCP server on standard input and output. Ends when its input does.
import { answerTo } from "./fixture-answers.mjs";

let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const answer = line.trim() === "" ? null : answerTo(JSON.parse(line));
    if (answer !== null) process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
});
process.stdin.on("end", () => process.exit(0));
