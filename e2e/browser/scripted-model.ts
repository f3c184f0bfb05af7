import type { SeenRequest, Turn, WireScript } from "@loop/testkit";

/** Calls what it is told to call ("call everything.echo with {…}"), says what came back, and otherwise talks. */
export const obedientModel: WireScript = (request: SeenRequest): Turn => {
  const [result] = request.toolResults;
  if (result !== undefined) return { text: `The answer is ${result}, and that is all.` };
  const wanted = /\bcall (\S+) with (\{.*\})/s.exec(request.lastUserText);
  const [, path, args] = wanted ?? [];
  if (path === undefined || args === undefined) return { text: longAnswer };
  return { text: "I will call it.", toolCalls: [callOf(request, path, args)] };
};

/** A tool of Loop's own by its name; any other in a script where there are scripts, else the tool itself. */
function callOf({ tools }: SeenRequest, path: string, args: string) {
  if (tools.some(({ name }) => name === path)) return { name: path, args: JSON.parse(args) };
  if (tools.some(({ name }) => name === "codemode")) {
    return { name: "codemode", args: { script: `// One call, as told.\nemit(await callTool("${path}", ${args}));` } };
  }
  const toolName = path.slice(path.indexOf(".") + 1);
  const tool = tools.find(({ name }) => name.includes(toolName.replaceAll("-", "_")) || name.includes(toolName));
  return { name: tool?.name ?? toolName, args: JSON.parse(args) };
}

const longAnswer = `Three things, in order:

1. **First**, a [link](https://example.com/).
2. \`second\`

| port | tide |
| --- | --- |
| Brest | 6.0 m |

![no picture](https://tracker.example/p.png)

Done with the scripted answer.`;
