// What the servers of these measurements answer: as little work as a server can do, so that the clients are what is measured.

const REVISION = "2025-11-25";
const BIG_BYTES = 8 * 1_024 * 1_024;
/** Time to refuse doubles with every letter. */
const HOSTILE_PATTERN = "^(a+)+$";
export const HOSTILE_TEXT = `${"a".repeat(27)}!`;

const textSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const wordSchema = (pattern) => ({
  type: "object",
  properties: { word: { type: "string", pattern } },
  required: ["word"],
});

const TOOLS = [
  { name: "echo", description: "Says the text again.", inputSchema: textSchema },
  { name: "big", description: "Answers with 8 MiB of text.", inputSchema: { type: "object", properties: {} } },
  {
    name: "hostile_output",
    description: "Has a result schema that takes for ever.",
    inputSchema: { type: "object", properties: {} },
    outputSchema: wordSchema(HOSTILE_PATTERN),
  },
  {
    name: "hostile_input",
    description: "Has an input schema that takes for ever.",
    inputSchema: wordSchema(HOSTILE_PATTERN),
  },
];

const text = (words) => ({ content: [{ type: "text", text: words }] });
let big = null;

function callResult({ name, arguments: given = {} }) {
  if (name === "echo") return text(given.text);
  if (name === "big") {
    big ??= "All work and no play makes a dull line. ".repeat(Math.ceil(BIG_BYTES / 40)).slice(0, BIG_BYTES);
    return text(big);
  }
  if (name === "hostile_output") return { ...text("done"), structuredContent: { word: HOSTILE_TEXT } };
  return text("done");
}

/** A response, or null for a message that wants none. */
export function answerTo({ id, method, params }) {
  if (id === undefined) return null;
  const result = resultOf(method, params);
  if (result !== null) return { jsonrpc: "2.0", id, result };
  return { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
}

function resultOf(method, params) {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: REVISION,
        capabilities: { tools: {} },
        serverInfo: { name: "bench", version: "1.0.0" },
      };
    case "tools/list":
      return { tools: TOOLS };
    case "tools/call":
      return callResult(params);
    case "ping":
      return {};
    default:
      return null;
  }
}
