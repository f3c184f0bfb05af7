import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../../dist/sample-server/main.js", import.meta.url));

describe("the sample server, spoken to by the official client", () => {
  let client: Client;

  beforeEach(async () => {
    client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [MAIN] }));
  });
  afterEach(() => client.close());

  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args });

  test("it speaks the newest 2025 version and introduces itself in its first line", () => {
    expect(client.getNegotiatedProtocolVersion()).toBe("2025-11-25");
    expect(client.getServerVersion()).toMatchObject({ name: "loop-sample" });
    expect(client.getInstructions()?.split("\n")[0]?.length).toBeLessThanOrEqual(160);
  });

  test("every tool has a description, a title, hints and schemas that compile", async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      ...["echo", "clock", "notes_add", "notes_list", "notes_clear", "picture", "slow", "fail"],
    ]);
    const ajv = new Ajv2020({ strict: true });
    for (const tool of tools) {
      expect(tool.title).toBeTruthy();
      expect(tool.description).toBeTruthy();
      expect(tool.annotations).toHaveProperty("readOnlyHint");
      const schemas: object[] = [tool.inputSchema, ...(tool.outputSchema ? [tool.outputSchema] : [])];
      for (const schema of schemas) ajv.compile(schema);
    }
    expect(tools.find((tool) => tool.name === "notes_clear")?.annotations).toMatchObject({ destructiveHint: true });
  });

  test("echo answers with the same text, byte for byte", async () => {
    const text = 'a\u2028b "quoted"\nµ 🎈';
    expect(await call("echo", { text })).toMatchObject({ content: [{ type: "text", text }] });
  });

  test("the clock tells the time of a zone, and names an unknown zone", async () => {
    const answer = await call("clock", { timezone: "Asia/Tokyo" });
    expect(answer.structuredContent).toMatchObject({ timezone: "Asia/Tokyo" });
    expect(await call("clock", { timezone: "Nowhere/City" })).toMatchObject({ isError: true });
  });

  test("notes are kept in order, listed and cleared", async () => {
    await call("notes_add", { text: "milk" });
    expect((await call("notes_add", { text: "bread" })).structuredContent).toMatchObject({ count: 2 });
    expect((await call("notes_list")).structuredContent).toMatchObject({
      notes: [
        { number: 1, text: "milk" },
        { number: 2, text: "bread" },
      ],
    });
    expect((await call("notes_clear")).structuredContent).toEqual({ removed: 2 });
    expect((await call("notes_list")).structuredContent).toEqual({ notes: [] });
  });

  test("the picture is a PNG whose pixels can be read", async () => {
    const { content } = await call("picture", { size: 32 });
    const image = content.find((block) => block.type === "image");
    expect(image?.mimeType).toBe("image/png");
    const png = Buffer.from(image?.data ?? "", "base64");
    expect(png.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([32, 32]);
    const length = png.readUInt32BE(33);
    expect(inflateSync(png.subarray(41, 41 + length)).length).toBe(32 * (1 + 32 * 3));
  });

  test("a failing tool and wrong arguments are answers with isError", async () => {
    expect(await call("fail", { message: "broken" })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "broken" }],
    });
    expect(await call("echo")).toMatchObject({ isError: true });
    expect(await call("slow", { seconds: 51 })).toMatchObject({ isError: true });
    expect(await call("notes_list", { extra: 1 })).toMatchObject({ isError: true });
  });

  test("the slow tool reports rising progress and then its result", async () => {
    const seen: number[] = [];
    const answer = await client.callTool(
      { name: "slow", arguments: { seconds: 1.2 } },
      { onprogress: ({ progress }) => seen.push(progress) },
    );
    expect(answer).toMatchObject({ content: [{ type: "text", text: "Waited 1.2 seconds." }] });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });
});

describe("the sample server on the bare wire", () => {
  let child: ChildProcessWithoutNullStreams;
  let lines: AsyncIterator<string>;

  beforeEach(() => {
    child = spawn(process.execPath, [MAIN]);
    lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  });
  afterEach(() => child.kill("SIGKILL"));

  const send = (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const request = (id: number, method: string, params?: unknown) => send({ jsonrpc: "2.0", id, method, params });
  const nextLine = async (): Promise<unknown> => JSON.parse((await lines.next()).value);

  test("an older version is kept, an unknown one is answered with the newest", async () => {
    request(1, "initialize", { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: {} });
    expect(await nextLine()).toMatchObject({ id: 1, result: { protocolVersion: "2024-11-05" } });
    request(2, "initialize", { protocolVersion: "1999-01-01", capabilities: {}, clientInfo: {} });
    expect(await nextLine()).toMatchObject({ id: 2, result: { protocolVersion: "2025-11-25" } });
  });

  test("malformed lines and answers are skipped, and the next request is served", async () => {
    child.stdin.write('not json\n\n[]\n{"jsonrpc":"2.0"}\n{"jsonrpc":"2.0","id":7,"result":{}}\n');
    child.stdin.write(`${"x".repeat(5 * 1024 * 1024)}\n`);
    request(1, "ping");
    expect(await nextLine()).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  test("an unknown method is -32601, an unknown tool or cursor -32602", async () => {
    request(1, "server/discover");
    expect(await nextLine()).toMatchObject({ id: 1, error: { code: -32601 } });
    request(2, "tools/call", { name: "nothing" });
    expect(await nextLine()).toMatchObject({ id: 2, error: { code: -32602 } });
    request(3, "tools/list", { cursor: "x" });
    expect(await nextLine()).toMatchObject({ id: 3, error: { code: -32602 } });
  });

  test("a cancelled call is never answered, and others go on", async () => {
    request(1, "tools/call", { name: "slow", arguments: { seconds: 50 } });
    send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } });
    request(2, "tools/call", { name: "slow", arguments: { seconds: 1 } });
    expect(await nextLine()).toMatchObject({ id: 2 });
  });

  test("it exits when its input ends, even with a call running", async () => {
    request(1, "tools/call", { name: "slow", arguments: { seconds: 50 } });
    child.stdin.end();
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
  });
});
