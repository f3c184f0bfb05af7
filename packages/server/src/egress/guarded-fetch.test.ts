import {
  type Census,
  census,
  manualClock,
  type RejectionTrap,
  trapRejections,
  waitForCensus,
  waitUntil,
} from "@loop/testkit";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { codeOf, EgressBench, fetchText, get, textOf } from "../../test-support/egress-bench.js";

let bench: EgressBench;
let before: Census;
let rejections: RejectionTrap;
beforeEach(() => {
  before = census();
  rejections = trapRejections();
  bench = new EgressBench();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await bench.close();
  await waitForCensus(before, 8_000);
  rejections.release();
  expect(rejections.reasons).toEqual([]);
});

const loopback = async () => ["127.0.0.1"];

describe("names", () => {
  test("a name that answers public at the check and loopback at the call reaches nothing [NET-01]", async () => {
    const server = await bench.server();
    let asked = 0;
    const flipFlop = async () => [asked++ % 2 === 0 ? "93.184.216.34" : "127.0.0.1"];
    const egress = bench.publicOnly({ resolve: flipFlop });
    const url = `http://flip.example.com:${server.port}/`;
    expect(await egress.check(url)).toMatchObject({ ok: true });
    expect(await codeOf(fetchText(egress, "a", get(url)))).toBe("address-not-public");
    expect(await egress.check(url)).toMatchObject({ ok: true });
    expect(await codeOf(fetchText(egress, "a", get(url)))).toBe("address-not-public");
    expect([asked, server.socketsAccepted]).toEqual([4, 0]);
  });

  test.each([
    [["93.184.216.34", "::1"], "address-not-public"],
    [["127.0.0.1", "2606:4700:4700::1111"], "address-not-public"],
    [["93.184.216.34", "64:ff9b::a00:1"], "address-not-public"],
    [["fe80::1%lo"], "address-not-found"],
    [["no address"], "address-not-found"],
    [[], "address-not-found"],
  ])("a name that answers %j is %s, at the check and at the call [NET-01]", async (addresses, code) => {
    const server = await bench.server();
    const egress = bench.publicOnly({ resolve: async () => addresses });
    const url = `http://mixed.example.com:${server.port}/`;
    expect(await egress.check(url)).toMatchObject({ ok: false });
    expect(await codeOf(fetchText(egress, "a", get(url)))).not.toBe("(it did not fail)");
    if (addresses[0]?.includes("%") !== true) expect(await egress.check(url)).toEqual({ ok: false, code });
    expect(server.socketsAccepted).toBe(0);
  });

  test("no such name and a resolver that never answers have their codes [NET-01]", async () => {
    const missing = bench.publicOnly();
    expect(await missing.check("http://no-such-name.invalid/")).toEqual({ ok: false, code: "address-not-found" });
    expect(await codeOf(fetchText(missing, "a", get("http://no-such-name.invalid/")))).toBe("address-not-found");
    const clock = manualClock();
    const silent = bench.publicOnly({ resolve: () => new Promise(() => undefined), clock });
    const checked = silent.check("http://slow.example.com/");
    await clock.advance(10_000);
    expect(await checked).toEqual({ ok: false, code: "timeout" });
  });

  test("a name is resolved once for a socket, which goes to the checked address under the name as typed [NET-02]", async () => {
    const server = await bench.server();
    let asked: string[] = [];
    const resolve = async (name: string) => {
      asked = [...asked, name];
      return ["127.0.0.1"];
    };
    const origin = `http://hub.example.com:${server.port}`;
    const egress = bench.allowing([origin], { resolve });
    const connection = egress.connectionsOf("a")();
    const liar = { host: "evil.example", Host: "evil.example", "accept-encoding": "gzip" };
    for (const path of ["/one", "/two"]) {
      expect(await textOf(await connection.send(get(`${origin}${path}`, { headers: liar })))).toBe("hello");
    }
    expect(new Set(asked)).toEqual(new Set(["hub.example.com"]));
    expect(asked).toHaveLength(server.socketsAccepted);
    expect(server.seen.map(({ headers }) => [headers.host, headers["accept-encoding"]])).toEqual([
      [`hub.example.com:${server.port}`, "identity"],
      [`hub.example.com:${server.port}`, "identity"],
    ]);
    await connection.destroy();
  });

  test("a socket that ended elsewhere than at the checked address is cut before a byte is sent [NET-01]", async () => {
    const server = await bench.server();
    // To connect to "any address" is to connect to this computer.
    const origin = `http://any.example.com:${server.port}`;
    const egress = bench.allowing([origin], { resolve: async () => ["0.0.0.0"] });
    expect(await codeOf(fetchText(egress, "a", get(origin)))).toBe("address-not-public");
    expect(server.seen).toEqual([]);
  });
});

describe("without a list", () => {
  test("no spelling of this computer is connected to, and a name of it is not even resolved [NET-01]", async () => {
    const server = await bench.server();
    let asked = 0;
    const egress = bench.publicOnly({ resolve: async () => [`127.0.0.${++asked}`] });
    const hosts = [
      "127.0.0.1",
      "127.1",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:7f00:1]",
      "0",
      "localhost",
      "LOCALHOST.",
      "x.localhost",
    ];
    for (const host of hosts) {
      const url = `http://${host}:${server.port}/`;
      expect(await egress.check(url)).toEqual({ ok: false, code: "address-not-public" });
      expect(await codeOf(fetchText(egress, "a", get(url)))).toBe("address-not-public");
    }
    expect([asked, server.socketsAccepted]).toEqual([0, 0]);
  });
});

describe("with a list", () => {
  test("exactly the listed origins are reached, private or not [NET-02]", async () => {
    const server = await bench.server();
    const egress = bench.allowing([server.origin, `http://localhost:${server.port}`], { resolve: loopback });
    expect(await egress.check(`${server.origin}/mcp`)).toMatchObject({ ok: true });
    expect(await fetchText(egress, "a", get(`${server.origin}/mcp`))).toBe("hello");
    expect(await fetchText(egress, "a", get(`http://LocalHost:${server.port}/mcp`))).toBe("hello");
    for (const url of [
      `http://127.0.0.1:1234/`,
      `https://127.0.0.1:${server.port}/`,
      "http://8.8.8.8/",
      `http://localhost.:${server.port}/`,
    ]) {
      expect(await egress.check(url)).toEqual({ ok: false, code: "origin-not-allowed" });
      expect(await codeOf(fetchText(egress, "a", get(url)))).toBe("origin-not-allowed");
    }
    expect(server.seen).toHaveLength(2);
  });

  test("an empty list reaches nothing [NET-02]", async () => {
    const server = await bench.server();
    expect(await codeOf(fetchText(bench.allowing([]), "a", get(server.origin)))).toBe("origin-not-allowed");
  });
});

describe("redirects", () => {
  test("none is followed, whatever it is and wherever it leads, and nothing of it is told [NET-01]", async () => {
    const other = await bench.server();
    const targets = [
      `${other.origin}/`,
      "http://169.254.169.254/latest",
      "http://[::1]/",
      "//127.0.0.1/",
      "/same",
      "not a url",
    ];
    for (const status of [300, 301, 302, 303, 304, 307, 308]) {
      for (const location of targets) {
        const server = await bench.server((response) => void response.writeHead(status, { location }).end("moved"));
        const egress = bench.allowing([server.origin, other.origin]);
        const request = get(server.origin, { method: "POST", headers: { authorization: "Bearer canary" }, body: "{}" });
        const failure = await fetchText(egress, "a", request).catch((error: unknown) => error);
        expect(failure).toMatchObject({ code: "redirect-refused", message: "redirect-refused" });
        expect(JSON.stringify(failure)).not.toContain("169.254");
        expect(server.seen).toHaveLength(1);
      }
    }
    expect(other.socketsAccepted).toBe(0);
  });

  test("a reader of pages gets the reply, and its next hop is checked like the first [NET-01]", async () => {
    const server = await bench.server(
      (response) => void response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
    );
    const egress = bench.allowing([server.origin], { redirects: "hand-over" });
    const connection = egress.connectionsOf("a")();
    const reply = await connection.send(get(server.origin));
    expect([reply.status, reply.headers["location"]]).toEqual([302, "http://10.0.0.1/"]);
    await textOf(reply);
    expect(await codeOf(connection.send(get("http://10.0.0.1/")))).toBe("origin-not-allowed");
    await connection.destroy();
  });
});

describe("answers", () => {
  test("a compressed answer is refused before a byte of it is unpacked [NET-01]", async () => {
    const bomb = Buffer.alloc(1_048_576);
    const server = await bench.server((response) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" });
      const more = () => {
        while (!response.destroyed && response.write(bomb));
      };
      response.on("drain", more);
      more();
    });
    const rss = process.memoryUsage().rss;
    expect(await codeOf(fetchText(bench.allowing([server.origin]), "a", get(server.origin)))).toBe("response-encoded");
    expect(process.memoryUsage().rss - rss).toBeLessThan(64 * 1_048_576);
    await waitUntil(() => server.socketsOpen === 0);
  });

  test("an answer without end is cut at its limit, with memory bounded [NET-01]", async () => {
    const chunk = Buffer.alloc(1_048_576, "x");
    const server = await bench.server((response) => {
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on("drain", more);
      more();
    });
    const egress = bench.allowing([server.origin], { limits: { maxBytes: 200 * 1_048_576 } });
    const connection = egress.connectionsOf("a")();
    const rss = process.memoryUsage().rss;
    let bytes = 0;
    const read = async () => {
      for await (const part of (await connection.send(get(server.origin))).body) bytes += part.length;
    };
    expect(await codeOf(read())).toBe("response-too-large");
    expect(bytes).toBeLessThanOrEqual(200 * 1_048_576);
    expect(process.memoryUsage().rss - rss).toBeLessThan(64 * 1_048_576);
    await waitUntil(() => server.socketsOpen === 0);
    await connection.destroy();
  });

  test("a length over the limit is refused when it is announced [NET-01]", async () => {
    const server = await bench.server(
      (response) => void response.writeHead(200, { "content-length": 2_000 }).write("x"),
    );
    const egress = bench.allowing([server.origin], { limits: { maxBytes: 1_000 } });
    expect(await codeOf(fetchText(egress, "a", get(server.origin)))).toBe("response-too-large");
  });

  test.each([
    ["headers", (): undefined => undefined],
    ["a body", (response: { write(text: string): unknown }) => response.write("x")],
  ])("waiting for %s ends with the total time, however slowly bytes come [NET-01]", async (_, begin) => {
    const clock = manualClock();
    const server = await bench.server((response) => void begin(response));
    const egress = bench.allowing([server.origin], { clock });
    const work = codeOf(fetchText(egress, "a", get(server.origin)));
    await waitUntil(() => server.seen.length === 1);
    await clock.advance(130_000);
    expect(await work).toBe("timeout");
    await waitUntil(() => server.socketsOpen === 0);
  });

  test("a caller that gives up gets its own reason back and the socket ends [NET-01]", async () => {
    const server = await bench.server((response) => void response.write("x"));
    const connection = bench.allowing([server.origin]).connectionsOf("a")();
    const caller = new AbortController();
    const reply = await connection.send(get(server.origin, { signal: caller.signal }));
    const reason = new Error("not wanted any more");
    caller.abort(reason);
    await expect(textOf(reply)).rejects.toBe(reason);
    await expect(connection.send(get(server.origin, { signal: caller.signal }))).rejects.toBe(reason);
    await waitUntil(() => server.socketsOpen === 0);
    await connection.destroy();
  });

  test("a body that nobody begins to read ends with its iterator", async () => {
    const server = await bench.server((response) => void response.write("x"));
    const connection = bench.allowing([server.origin]).connectionsOf("a")();
    const { body } = await connection.send(get(server.origin));
    await body[Symbol.asyncIterator]().return?.();
    await waitUntil(() => server.socketsOpen === 0);
    await connection.destroy();
  });
});

describe("sockets", () => {
  test("two accounts never share one, and one account does not open two in a row [SEC-01]", async () => {
    const server = await bench.server();
    const egress = bench.allowing([server.origin]);
    for (let round = 0; round < 5; round += 1) {
      for (const account of ["a", "b"]) {
        await fetchText(egress, account, get(server.origin, { headers: { authorization: `Bearer ${account}` } }));
      }
    }
    const portsOf = (account: string) =>
      new Set(
        server.seen.filter(({ headers }) => headers.authorization === `Bearer ${account}`).map((seen) => seen.peerPort),
      );
    expect(portsOf("a").size).toBe(1);
    expect(portsOf("b").size).toBe(1);
    expect([...portsOf("a")]).not.toEqual([...portsOf("b")]);
    expect(server.socketsAccepted).toBe(2);
  });

  test("closing an account cuts its streams and waiting calls, and nobody else's [ADM-03]", async () => {
    const server = await bench.server((response, request) => {
      if (request.url === "/stream") response.write("x");
    });
    const egress = bench.allowing([server.origin]);
    const connections = { a: egress.connectionsOf("a")(), b: egress.connectionsOf("b")() };
    const stream = textOf(await connections.a.send(get(`${server.origin}/stream`)));
    const call = connections.a.send(get(`${server.origin}/silent`));
    const others = textOf(await connections.b.send(get(`${server.origin}/stream`)));
    await waitUntil(() => server.seen.length === 3);
    await Promise.all([
      egress.closeAccount("a"),
      expect(codeOf(stream)).resolves.toBe("connection-closed"),
      expect(codeOf(call)).resolves.toBe("connection-closed"),
    ]);
    await waitUntil(() => server.socketsOpen === 1);
    expect(await codeOf(connections.a.send(get(server.origin)))).toBe("connection-closed");
    await Promise.all([connections.b.destroy(), expect(codeOf(others)).resolves.toBe("connection-closed")]);
    await connections.a.destroy();
  });

  test("sockets that nobody uses end soon [NET-01]", async () => {
    const server = await bench.server();
    const egress = bench.allowing([server.origin], { limits: { idleMs: 50 } });
    await fetchText(egress, "a", get(server.origin));
    await waitUntil(() => server.socketsOpen === 0);
  });

  test("a destroyed connection sends nothing [NET-01]", async () => {
    const server = await bench.server();
    const connection = bench.allowing([server.origin]).connectionsOf("a")();
    await connection.destroy();
    await connection.destroy();
    expect(await codeOf(connection.send(get(server.origin)))).toBe("connection-closed");
    expect(server.seen).toEqual([]);
  });

  test("proxies of the environment are not asked [NET-01]", async () => {
    const [server, proxy] = [await bench.server(), await bench.server()];
    for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"]) vi.stubEnv(name, proxy.origin);
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect(await fetchText(bench.allowing([server.origin]), "a", get(server.origin))).toBe("hello");
    expect(proxy.socketsAccepted).toBe(0);
  });

  test("nobody listening has its code", async () => {
    const server = await bench.server();
    const egress = bench.allowing([server.origin]);
    await server.close();
    expect(await codeOf(fetchText(egress, "a", get(server.origin)))).toBe("network-unreachable");
  });
});
