// MCP servers over Streamable HTTP in one process, each at a port of its own as strangers' servers are. `/ready` answers,
// `/silent` takes requests and says nothing. Prints the ports as JSON. Anything on standard input ends the connections that
// rest, and a line says so; the end of it ends the process.
import { once } from "node:events";
import { createServer } from "node:http";
import { answerTo } from "./fixture-answers.mjs";

function listener(request, response) {
  if (request.url.startsWith("/silent")) return request.resume();
  if (request.method !== "POST") return response.writeHead(405).end();
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => reply(JSON.parse(Buffer.concat(chunks).toString("utf8")), response));
}

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

async function listening() {
  const server = createServer(listener);
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const count = Number(process.argv[2]);
const servers = await Promise.all(Array.from({ length: count }, listening));
console.log(JSON.stringify(servers.map((server) => server.address().port)));
process.stdin.on("data", () => {
  for (const server of servers) server.closeIdleConnections();
  console.log("rested");
});
process.stdin.on("end", () => process.exit(0));
