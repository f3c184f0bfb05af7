import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTempDir } from "@loop/testkit";
import { expect, test } from "vitest";
import { createStaticFiles } from "./static-files.js";

function builtApp() {
  const root = makeTempDir("app");
  mkdirSync(join(root, "assets"));
  writeFileSync(join(root, "index.html"), "<!doctype html>the app");
  writeFileSync(join(root, "assets", "app-1a2b3c.js"), "run()");
  writeFileSync(join(root, "favicon.svg"), "<svg/>");
  writeFileSync(join(root, "..", "outside.txt"), "outside");
  return createStaticFiles(root);
}

async function seen(path: string, files = builtApp()) {
  const answer = await files.reply(path);
  const { headers, status } = answer;
  return { status, type: headers.get("content-type"), keep: headers.get("cache-control"), text: await answer.text() };
}

test("files whose name holds their hash are kept for ever, the page is asked for each time", async () => {
  expect(await seen("/assets/app-1a2b3c.js")).toEqual({
    status: 200,
    type: "text/javascript; charset=utf-8",
    keep: "public, max-age=31536000, immutable",
    text: "run()",
  });
  expect(await seen("/")).toMatchObject({ status: 200, keep: "no-cache", text: "<!doctype html>the app" });
  expect(await seen("/favicon.svg")).toMatchObject({ type: "image/svg+xml", keep: "no-cache" });
});

test("an address of the app itself shows the app; a file that is not there is not found", async () => {
  expect(await seen("/conversations/abc")).toMatchObject({ status: 200, text: "<!doctype html>the app" });
  expect(await seen("/assets/gone.js")).toMatchObject({ status: 404 });
});

test("no path leaves the folder", async () => {
  const files = builtApp();
  for (const path of ["/../outside.txt", "/%2e%2e/outside.txt", "//etc/passwd", "/assets/../../outside.txt"]) {
    expect((await seen(path, files)).text).not.toBe("outside");
  }
});

test("without a built app a plain page says so", async () => {
  const answer = await seen("/", createStaticFiles("/nonexistent"));
  expect(answer).toMatchObject({ status: 200, keep: "no-store" });
  expect(answer.text).toContain("not built here");
});
