import { connect } from "node:net";
import { expect, test } from "vitest";
import { untilReady } from "../../test-support/conversation.js";
import { codeIn, startSharedServer } from "../../test-support/shared-server.js";
import { startTestServer, TEST_TOKEN } from "../../test-support/test-server.js";

/** Sends these bytes and hangs up once they are out. */
async function sendAndHangUp(port: number, text: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.write(text, () => resolve());
  });
  socket.resetAndDestroy();
}

test("a sender that hangs up within its body changes nothing and is no fault of Loop's [WEB-08]", async () => {
  const server = await startTestServer();
  const port = Number(new URL(server.url).port);
  const lines = [
    "POST /api/conversations HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${TEST_TOKEN}`,
    "Content-Type: application/json",
    "Content-Length: 3000",
  ];
  for (let count = 0; count < 5; count += 1) await sendAndHangUp(port, `${lines.join("\r\n")}\r\n\r\n{"title":`);
  const { conversations } = await server.ask("listConversations");
  expect(conversations).toEqual([]);
  expect(server.reports).toEqual([]);
});

test("a title reads the same in the reply, in the list and in the events [WEB-08]", async () => {
  const server = await startTestServer();
  const { conversation } = await server.ask("createConversation", { body: { title: " a\u0000b\ud800\nc " } });
  expect(conversation.title).toBe("a b\ufffd c");
  const { conversations } = await server.ask("listConversations");
  expect(conversations.map(({ title }) => title)).toEqual([conversation.title]);
});

test("calls that meet the end of their conversation are refused, and no line says that a request failed [WEB-08]", async () => {
  const server = await startTestServer({ env: { LOOP_MODEL: "ollama/none", OLLAMA_BASE_URL: "http://127.0.0.1:9" } });
  await server.ask("addSampleServer");
  await untilReady(server, "sample");
  const call = { tool: { serverId: "sample", toolName: "echo" }, arguments: { text: "x" } };
  for (let round = 0; round < 10; round += 1) {
    const { conversation } = await server.ask("createConversation", { body: {} });
    const path = `/api/conversations/${conversation.id}`;
    const answers = await Promise.all([
      server.call("POST", `${path}/turns`, { text: "one" }),
      server.call("DELETE", path),
      server.call("POST", `${path}/calls`, call),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    expect(await server.call("GET", path)).toMatchObject({ status: 404 });
  }
  expect(server.reports.filter((line) => line.includes("failed"))).toEqual([]);
});

test("who is not signed in sends a name and a password, and no megabytes to be kept [SEC-01] [WEB-08]", async () => {
  const { visitor, setUp } = await startSharedServer();
  const root = await setUp();
  const sent = (kilobytes: number) => ({ name: "root", password: "x".repeat(kilobytes * 1024) });
  for (const path of ["/api/sign-in", "/api/register", "/api/setup"]) {
    expect(codeIn(await visitor.call("POST", path, sent(17))), path).toBe("body-too-large");
    expect(codeIn(await visitor.call("POST", path, sent(2))), path).toBe("bad-request");
  }
  const long = await root.call("POST", "/api/conversations/none/turns", { text: "y".repeat(17_000) });
  expect(codeIn(long)).toBe("conversation-unknown");
});
