// MCP servers over Streamable HTTP, as many as there are paths: `/ready/N` answers, `/silent/N` takes requests and says
// nothing. Prints its port. Ends when its standard input does.
import { createServer } from "node:http";
import { answerTo } from "./fixture-answers.mjs";

const server = createServer((request, response) => {
  if (request.url.startsWith("/silent/")) return request.resume();
  if (request.method !== "POST") return response.writeHead(405).end();
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => reply(JSON.parse(Buffer.concat(chunks).toString("utf8")), response));
});

/** As servers of the older revision do: a question of the newer one is a bad request. */
function reply(message, response) {
  const answer = answerTo(message);
  if (answer === null) return response.writeHead(202).end();
  const status = message.method === "server/discover" ? 400 : 200;
  const body = JSON.stringify(answer);
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body);
}

server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
