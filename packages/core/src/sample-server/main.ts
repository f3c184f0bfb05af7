import { LineReader } from "./lines.js";
import { SampleServer } from "./sample-server.js";

// A process of its own, speaking MCP over stdio. It ends with its input, or when nobody reads its output any more.
const server = new SampleServer({
  send: (message) => process.stdout.write(`${JSON.stringify(message)}\n`),
  now: () => new Date(),
});
const lines = new LineReader((line) => server.hear(line));

process.stdin.on("data", (chunk: Buffer) => lines.push(chunk));
process.stdin.on("end", () => server.close());
process.stdin.on("error", () => server.close());
process.stdout.on("error", () => process.exit(0));
