import { fileURLToPath } from "node:url";
import {
  type FakeHttpProcess,
  freePort,
  makeTempDir,
  startFakeHttpProcess,
  startWireModel,
  type WireModel,
} from "@loop/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchBrowser, Person } from "./browser/browser.js";
import { LoopProcess } from "./browser/loop-process.js";
import { obedientModel } from "./browser/scripted-model.js";
import { addHttpServer, addStdioServer, answer, card, say, serverRow, step } from "./browser/steps.js";

const everything = fileURLToPath(
  new URL("../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url),
);

let browser: Browser;
let model: WireModel;
let http: FakeHttpProcess;
let loop: LoopProcess;
let person: Person;
let page: Page;

beforeAll(async () => {
  model = await startWireModel(obedientModel);
  http = await startFakeHttpProcess({});
  loop = new LoopProcess({ dataDir: makeTempDir("web"), port: await freePort(), env: model.env });
  await loop.start();
  browser = await launchBrowser();
  person = await Person.at(browser, loop);
});

afterAll(async () => {
  await browser?.close();
  await loop?.stop();
  await http?.close();
  await model?.close();
});

afterEach(() => {
  expect(person.complaints.splice(0)).toEqual([]);
});

test("the launch link signs in, and without it the app says where the link is", async () => {
  const stranger = await Person.at(browser, loop);
  const locked = await stranger.context.newPage();
  expect((await locked.goto(`${loop.origin}/`))?.status()).toBe(401);
  await locked.getByRole("heading").first().waitFor();
  await stranger.context.close();
  page = await person.signIn();
  await page.getByRole("heading", { name: "What should be done?" }).waitFor();
});

test("a stdio and an HTTP server are added through the form and become ready [UI-01] [UI-02] [UI-03]", async () => {
  await addStdioServer(page, { name: "Everything", command: process.execPath, args: [everything, "stdio"] });
  await page.waitForURL("**/settings/mcps", { timeout: 60_000 });
  await addHttpServer(page, { name: "Home hub", url: http.url });
  await page.waitForURL("**/settings/mcps", { timeout: 30_000 });
  await serverRow(page, "everything")
    .getByRole("link", { name: /^Ready, \d+ tools$/ })
    .waitFor();
  await serverRow(page, "home-hub")
    .getByRole("link", { name: /^Ready, \d+ tools?$/ })
    .waitFor();
  await page.getByRole("link", { name: "Back to conversation" }).click();
});

test("a call is asked, survives a reload, is allowed in a second tab, and its result is in both [UI-04] [UI-05]", async () => {
  await say(page, 'Please call everything.echo with {"message":"over the harbour"}');
  await card(page).waitFor();
  expect(await page.title()).toMatch(/^\(1\) /);
  await page.reload();
  await card(page).getByText("This call has not been sent").waitFor();
  expect(await card(page).getByRole("region", { name: "Exact text" }).innerText()).toContain('"over the harbour"');
  const second = await person.open(new URL(page.url()).pathname);
  await answer(second, "Allow once");
  for (const tab of [page, second]) {
    await tab.getByText("and that is all.").waitFor();
    await step(tab, /Script, 1 call: Everything/).click();
    await tab.getByRole("listitem").filter({ hasText: "echo" }).getByText("Allowed once").waitFor();
    await tab.locator(".quote").getByText("over the harbour").first().waitFor();
    expect(await card(tab).count()).toBe(0);
  }
  expect(await page.title()).not.toMatch(/^\(/);
  await second.close();
});

test("Stop ends a running call, which may have taken effect [PER-14]", async () => {
  await say(page, 'Please call everything.trigger-long-running-operation with {"duration":40,"steps":40}');
  await answer(page, "Allow once");
  await step(page, /Script, 1 call so far: Everything.*1 running/).waitFor();
  await page.getByRole("button", { name: "Stop this turn" }).click();
  await step(page, /Everything.*Cancelled, may have taken effect/).waitFor();
  await page.getByText("Stopped.", { exact: true }).waitFor();
});

test("a denied call is not sent, and is not called an error [PER-05]", async () => {
  const before = http.journal.entries().length;
  await say(page, 'Please call home-hub.echo with {"text":"no"}');
  await answer(page, "Deny");
  await step(page, /Script, 1 call: Home hub/).click();
  await page.getByRole("listitem").filter({ hasText: "echo" }).getByText("Denied, nothing sent").waitFor();
  expect(http.journal.entries().length).toBe(before);
});

test("nine tabs at once are all live, which is more than a browser opens streams to one host", async () => {
  const path = new URL(page.url()).pathname;
  const tabs = await Promise.all(Array.from({ length: 8 }, () => person.open(path)));
  await Promise.all(tabs.map((tab) => step(tab, /Cancelled, may have taken effect/).waitFor()));
  await say(page, "Tell all tabs about it");
  await Promise.all(tabs.map((tab) => tab.getByText("Done with the scripted answer.").waitFor()));
  await say(page, 'Please call everything.echo with {"message":"eight"}');
  await Promise.all(tabs.map((tab) => card(tab).waitFor()));
  await answer(tabs[7] ?? page, "Allow once");
  await Promise.all([page, ...tabs].map((tab) => card(tab).waitFor({ state: "detached" })));
  await Promise.all(tabs.map((tab) => tab.close()));
});

test("without a shared worker one tab leads, and when it closes another takes over", async () => {
  const other = await Person.at(browser, loop);
  await other.context.addInitScript(() => Reflect.deleteProperty(globalThis, "SharedWorker"));
  const leader = await other.signIn();
  const follower = await other.open("/");
  const last = await other.open("/");
  await loop.api("POST", "/api/conversations", { title: "Heard by all" });
  for (const tab of [leader, follower, last]) await tab.getByRole("link", { name: "Heard by all" }).waitFor();
  await leader.close();
  await loop.api("POST", "/api/conversations", { title: "Heard by the rest" });
  for (const tab of [follower, last]) await tab.getByRole("link", { name: "Heard by the rest" }).waitFor();
  expect(other.complaints).toEqual([]);
  await other.context.close();
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "after %s and a start every tab is true again within three seconds, without a reload",
  async (signal) => {
    const path = new URL(page.url()).pathname;
    const tabs = [page, await person.open(path), await person.open("/settings/mcps"), await person.open("/")];
    if (tabs[1] !== undefined) await step(tabs[1], /Cancelled, may have taken effect/).waitFor();
    await say(page, 'Please call everything.echo with {"message":"never answered"}');
    await card(page).waitFor();
    const allowedMs = await restartAllowanceMs();
    await loop.stop(signal);
    await page.getByText("Loop does not answer.").waitFor();
    await loop.start();
    const started = performance.now();
    await Promise.all([
      page.getByText("Loop stopped while this turn was running.").last().waitFor(),
      tabs[1]?.getByText("Loop stopped while this turn was running.").last().waitFor(),
      page.getByText("Loop does not answer.").waitFor({ state: "detached" }),
      tabs[1]?.getByText("Loop does not answer.").waitFor({ state: "detached" }),
      tabs[2]?.getByText("Loop does not answer.").waitFor({ state: "detached" }),
      tabs[3]?.getByText("Loop does not answer.").waitFor({ state: "detached" }),
    ]);
    expect(performance.now() - started).toBeLessThan(allowedMs);
    expect(await card(page).count()).toBe(0);
    const made = performance.now();
    const title = `Made after ${signal}`;
    await loop.api("POST", "/api/conversations", { title });
    const withIndex = tabs.filter((tab) => !tab.url().endsWith("/settings/mcps"));
    await Promise.all(withIndex.map((tab) => tab.getByRole("link", { name: title }).waitFor()));
    expect(performance.now() - made).toBeLessThan(allowedMs);
    for (const tab of tabs.slice(1)) await tab.close();
  },
);

/** Three seconds; more only where the machine is so busy that opening one page takes half a second. */
async function restartAllowanceMs(): Promise<number> {
  const began = performance.now();
  const tab = await person.open("/");
  await tab.getByRole("heading", { name: "What should be done?" }).waitFor();
  const openedMs = performance.now() - began;
  await tab.close();
  return Math.max(3_000, 6 * openedMs);
}
