import { expect, test } from "vitest";
import { codeIn, rawRequest } from "../../test-support/raw-request.js";
import { startTestServer, TEST_TOKEN } from "../../test-support/test-server.js";

async function portOf(): Promise<{ port: number; host: Record<string, string> }> {
  const { url } = await startTestServer();
  const port = Number(new URL(url).port);
  return { port, host: { Host: `127.0.0.1:${port}` } };
}

test("the launch link answers 200 with a strict cookie of this port and a page that clears the address", async () => {
  const { port, host } = await portOf();
  const answer = await rawRequest({ port, path: `/?token=${TEST_TOKEN}`, headers: host });
  expect(answer.status).toBe(200);
  expect(answer.headers["set-cookie"]).toEqual([
    expect.stringMatching(
      new RegExp(`^loop_${port}=[A-Za-z0-9_-]{43}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict$`),
    ),
  ]);
  expect(answer.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
  expect(answer.text).toContain('<script src="/sign-in.js"></script>');
  expect(answer.text).not.toContain(TEST_TOKEN);
  const script = await rawRequest({ port, path: "/sign-in.js", headers: host });
  expect(script.text).toBe('location.replace("/");\n');
});

test("the cookie signs in afterwards, and is not the token itself", async () => {
  const { port, host } = await portOf();
  const page = await rawRequest({ port, path: `/?token=${TEST_TOKEN}`, headers: host });
  const cookie = String(page.headers["set-cookie"]).split(";")[0] ?? "";
  expect(cookie).not.toContain(TEST_TOKEN);
  const state = await rawRequest({ port, path: "/api/state", headers: { ...host, Cookie: cookie } });
  expect(state.status).toBe(200);
  const app = await rawRequest({ port, path: "/", headers: { ...host, Cookie: cookie } });
  expect(app.status).toBe(200);
});

test("without a cookie the page says where the link is, and the API has its code", async () => {
  const { port, host } = await portOf();
  for (const path of ["/", "/?token=wrong", "/conversations/1"]) {
    const page = await rawRequest({ port, path, headers: host });
    expect(page.status).toBe(401);
    expect(page.text).toContain("Loop is ready:");
    expect(page.headers["set-cookie"]).toBeUndefined();
  }
  const answer = await rawRequest({ port, path: "/api/state", headers: host });
  expect([answer.status, codeIn(answer)]).toEqual([401, "unauthorized"]);
});

test("API clients send the token as a bearer; a wrong one is not made good by a cookie", async () => {
  const { port, host } = await portOf();
  const ask = (headers: Record<string, string>) =>
    rawRequest({ port, path: "/api/state", headers: { ...host, ...headers } });
  expect((await ask({ Authorization: `Bearer ${TEST_TOKEN}` })).status).toBe(200);
  expect((await ask({ Authorization: "Bearer wrong" })).status).toBe(401);
  expect((await ask({ Authorization: `Basic ${TEST_TOKEN}` })).status).toBe(401);
});

test("health needs no sign-in and says nothing", async () => {
  const { port, host } = await portOf();
  const health = await rawRequest({ port, path: "/healthz", headers: host });
  const ready = await rawRequest({ port, path: "/readyz", headers: host });
  expect([health.status, health.text, ready.status, ready.text]).toEqual([200, "ok", 200, "ok"]);
});

test("a body over the limit is refused before it is read, an unknown method and route have their codes", async () => {
  const { port, host } = await portOf();
  const headers = { ...host, Authorization: `Bearer ${TEST_TOKEN}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ title: "x".repeat(3 * 1024 * 1024) });
  const large = await rawRequest({ port, method: "POST", path: "/api/conversations", headers, body });
  const method = await rawRequest({ port, method: "PUT", path: "/api/conversations", headers, body: "{}" });
  const route = await rawRequest({
    port,
    path: "/api/nothing",
    headers: { ...host, Authorization: headers.Authorization },
  });
  expect([codeIn(large), codeIn(method), codeIn(route)]).toEqual(["body-too-large", "method-refused", "route-unknown"]);
});

test("what belongs to shared mode does not exist in personal mode [SEC-03]", async () => {
  const server = await startTestServer();
  for (const path of [
    "/api/mcp/servers",
    "/api/mcp/servers/x",
    "/api/admin/settings",
    "/api/admin/mcp/servers",
    "/api/me",
  ]) {
    expect(await server.call("GET", path)).toMatchObject({ status: 404 });
  }
  expect(await server.call("POST", "/api/setup", {})).toMatchObject({ status: 404 });
});
