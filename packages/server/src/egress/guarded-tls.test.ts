import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTempDir, waitUntil } from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codeOf, EgressBench, fetchText, get } from "../../test-support/egress-bench.js";
import { testCertificate, testKey } from "../../test-support/test-certificate.js";

let bench: EgressBench;
beforeEach(() => {
  bench = new EgressBench();
});
afterEach(() => bench.close());

const tls = { cert: testCertificate, key: testKey };

/** Runs the built guard in a process that trusts the test's certificate; answers what each address gave. */
async function fetchTrusting(urls: readonly string[]): Promise<unknown> {
  const authority = join(makeTempDir("tls"), "authority.pem");
  writeFileSync(authority, testCertificate);
  const built = new URL("../../dist/egress/egress.js", import.meta.url).href;
  const program = `
    const { createEgress } = await import(${JSON.stringify(built)});
    const urls = ${JSON.stringify(urls)};
    const allowedOrigins = new Set(urls.map((url) => new URL(url).origin));
    const egress = createEgress({ allowedOrigins, resolve: async () => ["127.0.0.1"] });
    const connection = egress.connectionsOf("a")();
    const results = [];
    for (const url of urls) {
      try {
        const request = { url: new URL(url), method: "GET", headers: {}, body: null, signal: null };
        const { body, status } = await connection.send(request);
        let text = "";
        for await (const part of body) text += Buffer.from(part).toString();
        results.push([status, text]);
      } catch (error) {
        results.push(error.code);
      }
    }
    await connection.destroy();
    await egress.close();
    console.log(JSON.stringify(results));`;
  const env = { PATH: process.env["PATH"], NODE_EXTRA_CA_CERTS: authority };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { env });
  return JSON.parse(stdout);
}

describe("TLS", () => {
  test("the certificate must be for the name as typed, although the socket goes to a checked address [NET-01]", async () => {
    const server = await bench.server(undefined, tls);
    const names = ["mcp.example.com", "mcp.example.com", "mcp.example.com.", "other.example.com", "127.0.0.1"];
    const results = await fetchTrusting(names.map((name) => `https://${name}:${server.port}/mcp`));
    expect(results).toEqual([
      [200, "hello"],
      [200, "hello"],
      [200, "hello"],
      "certificate-invalid",
      "certificate-invalid",
    ]);
    expect(server.seen.map(({ headers }) => headers.host)).toEqual(
      ["mcp.example.com", "mcp.example.com", "mcp.example.com."].map((name) => `${name}:${server.port}`),
    );
  });

  test("a redirect from https to http is refused like every other [NET-01]", async () => {
    const plain = await bench.server();
    const server = await bench.server(
      (response) => void response.writeHead(308, { location: plain.origin }).end(),
      tls,
    );
    expect(await fetchTrusting([`https://localhost:${server.port}/`])).toEqual(["redirect-refused"]);
    expect(plain.socketsAccepted).toBe(0);
  });

  test("a certificate nobody vouches for is refused, and a server without TLS is no server [NET-01]", async () => {
    const [server, plain] = [await bench.server(undefined, tls), await bench.server()];
    const origins = [`https://localhost:${server.port}`, `https://localhost:${plain.port}`];
    const egress = bench.allowing(origins, { resolve: async () => ["127.0.0.1"] });
    for (const origin of origins) {
      expect(await codeOf(fetchText(egress, "a", get(origin)))).toBe("certificate-invalid");
    }
    expect([server.seen, plain.seen]).toEqual([[], []]);
  });

  test("a handshake that never ends is ended, and its socket soon after [NET-01]", async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.resume().on("close", () => sockets.delete(socket))));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const origin = `https://127.0.0.1:${port}`;
    const egress = bench.allowing([origin], { limits: { totalMs: 300, connectMs: 500 } });
    expect(await codeOf(fetchText(egress, "a", get(origin)))).toBe("timeout");
    await waitUntil(() => sockets.size === 0);
    await new Promise((resolve) => silent.close(resolve));
  });
});
