import type { SeenRequest, Turn, WireScript } from "@loop/testkit";
import { obedientModel } from "./scripted-model.js";

const codeAnswer = `The port list is sorted here:

\`\`\`ts title=ports.ts
// Nearest first.
export async function nearest(ports: readonly Port[], from: Place): Promise<Port | null> {
  const sorted = [...ports].sort((a, b) => a.distance(from) - b.distance(from));
  return sorted[0] ?? null; // "Lorient" comes before "Brest"
}
\`\`\`

1. Build it first:

   \`\`\`sh
   npm run build -- --port "Brest"
   \`\`\`

2. Then look at what comes out:

   \`\`\`json
   { "port": "Brest", "height": 6.0, "open": true }
   \`\`\`

\`\`\`klingon
no highlight for this
\`\`\`
`;

/** Shows code when asked for code, and otherwise does as the obedient one. */
export const talkingModel: WireScript = (request: SeenRequest): Turn => {
  if (request.lastUserText.includes("show code")) return { reasoning: "They want code.", text: codeAnswer };
  if (request.lastUserText.startsWith("Say ")) return { text: `You said: ${request.lastUserText.slice(4)}.` };
  const turn = typeof obedientModel === "function" ? obedientModel(request) : { text: "" };
  return "wire" in turn ? { text: "" } : turn;
};
