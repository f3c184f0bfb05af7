import { fileURLToPath } from "node:url";
import { freePort, makeTempDir, startWireModel, type WireModel, waitUntil } from "@loop/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessibleInBothThemes, expectNarrow, launchBrowser, Person } from "./browser/browser.js";
import { LoopProcess } from "./browser/loop-process.js";
import { obedientModel } from "./browser/scripted-model.js";
import { answer, card, openAddForm, say, serverRow } from "./browser/steps.js";

const everything = fileURLToPath(
  new URL("../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url),
);

let browser: Browser;
let model: WireModel;
let loop: LoopProcess;
let person: Person;
let page: Page;

beforeAll(async () => {
  model = await startWireModel(obedientModel);
  loop = new LoopProcess({ dataDir: makeTempDir("web"), port: await freePort() });
  await loop.start();
  browser = await launchBrowser();
  person = await Person.at(browser, loop);
  page = await person.signIn();
});

afterAll(async () => {
  await browser?.close();
  await loop?.stop();
  await model?.close();
});

afterEach(() => {
  expect(person.complaints.splice(0)).toEqual([]);
});

test("the first run says that no model is connected, and what was looked for", async () => {
  await page.getByRole("heading", { name: "You decide what gets sent." }).waitFor();
  await page.getByText("none is connected yet").waitFor();
  await page.getByRole("button", { name: "Look now" }).click();
  await page.getByRole("button", { name: "Look again" }).waitFor();
  await expectAccessibleInBothThemes(page, "first run");
  await expectNarrow(page, "first run");
});

test("one press adds the sample server and goes on to running a tool by hand", async () => {
  await page.getByRole("button", { name: "Start by hand" }).click();
  await page.getByRole("heading", { name: "echo" }).waitFor();
  await expectAccessibleInBothThemes(page, "run by hand");
  await expectNarrow(page, "run by hand");
});

test("a call by hand takes a form or JSON, meets the same card, and leaves the same step", async () => {
  await page.getByRole("button", { name: "Review and run" }).click();
  await page.getByText("Needed.").waitFor();
  await page.getByLabel("text").fill("by the form \u202E");
  await page.getByRole("radio", { name: "JSON" }).click();
  expect(JSON.parse(await page.getByLabel("Arguments as JSON").inputValue())).toEqual({ text: "by the form \u202E" });
  await page.getByLabel("Arguments as JSON").fill("[]");
  await page.getByText("This is not a JSON object yet.").waitFor();
  await page.getByLabel("Arguments as JSON").fill('{"text": "by JSON \\u202e"}');
  await page.getByRole("button", { name: "Review and run" }).click();
  await card(page).waitFor();
  await card(page).getByText("You, by hand").waitFor();
  await card(page).getByText("U+202E").waitFor();
  await expectAccessibleInBothThemes(page, "card");
  await expectNarrow(page, "card");
});

test("the card takes no focus, and answers by keyboard only once it has it [UI-04]", async () => {
  expect(await page.evaluate(() => document.activeElement?.closest("[data-question]") === null)).toBe(true);
  await page.keyboard.press("a");
  await page.keyboard.press("Control+j");
  expect(await page.evaluate(() => document.activeElement?.hasAttribute("data-question"))).toBe(true);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  expect(await card(page).count()).toBe(1);
  await page.keyboard.press("s");
  await page.getByRole("button", { name: /echo.*Allowed this session/s }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("stepline");
  await expectAccessibleInBothThemes(page, "steps");
  await expectNarrow(page, "steps");
});

test("a permission for the session is shown and can be taken back [GRT-04]", async () => {
  const reach = page.getByRole("complementary");
  await reach.getByText("echo").waitFor();
  await page.setViewportSize({ width: 1100, height: 860 });
  await reach.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Servers and permissions in reach" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke echo" }).click();
  await page.getByRole("dialog").getByText("Nothing. Each call is asked.").waitFor();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 860 });
  await reach.getByText("Nothing. Each call is asked.").waitFor();
});

test("a permission that ended is told with its tool, its server and why, and the next call is asked [GRT-04]", async () => {
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const call = () =>
    loop.api("POST", `/api/conversations/${id}/calls`, {
      tool: { serverId: "sample", toolName: "echo" },
      arguments: { text: "again" },
    });
  await call();
  await answer(page, "Allow this tool for this session");
  await page.getByRole("complementary").getByRole("button", { name: "Revoke echo" }).waitFor();
  await loop.api("PATCH", "/api/settings/mcp/sample/enabled", { enabled: false });
  await loop.api("PATCH", "/api/settings/mcp/sample/enabled", { enabled: true });
  await waitUntil(async () => JSON.stringify(await loop.api("GET", "/api/mcp/tools")).includes('"echo"'), {
    withinMs: 15_000,
    what: "the sample server is back",
  });
  await call();
  await page.getByText("echo on Sample is no longer allowed for this session: the server was switched off").waitFor();
  await answer(page, "Deny");
  await waitUntil(async () => JSON.stringify(await loop.api("GET", "/api/approvals")).includes('"approvals":[]'), {
    withinMs: 15_000,
    what: "the refusal has arrived",
  });
});

test("a picture in an answer is drawn, and nothing is loaded for it", async () => {
  const conversation = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.goto(`${loop.origin}/run?conversation=${conversation}&server=sample&tool=picture`);
  await page.getByRole("button", { name: "Review and run" }).click();
  await answer(page, "Allow once");
  const picture = page.getByRole("img", { name: "Picture from Sample" });
  await picture.waitFor();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test("a script by hand asks for each of its calls, and can be read where it is asked [CM-03] [CM-08]", async () => {
  await page.getByRole("link", { name: "Run a tool by hand" }).first().click();
  await page.getByRole("radio", { name: "A script" }).click();
  await expectAccessibleInBothThemes(page, "script");
  const script =
    'const answer = await tools.sample.echo({ text: "twice" });\nemit(answer);\nawait tools.sample.clock({});';
  await page.getByRole("textbox", { name: "A script" }).fill(script);
  await page.getByRole("button", { name: "Run the script" }).click();
  await card(page).getByText("Call 1 of the script").waitFor();
  await card(page).getByRole("button", { name: "read here" }).click();
  await page.getByRole("group", { name: "Script" }).waitFor();
  await expectAccessibleInBothThemes(page, "script card");
  await expectNarrow(page, "script card");
  await answer(page, "Allow once");
  await card(page).getByText("Call 2 of the script").waitFor();
  await card(page).getByRole("button", { name: "Deny and stop the script" }).click();
  await page.getByRole("listitem").filter({ hasText: "clock" }).getByText("Denied, nothing sent").waitFor();
  await page.getByRole("listitem").filter({ hasText: "echo" }).getByText("Allowed once").waitFor();
  await expectAccessibleInBothThemes(page, "script step");
});

test("without a model the text that cannot be sent is kept", async () => {
  await say(page, "Are you there?");
  await page.getByText("Choose a model in Settings").waitFor();
  expect(await page.getByLabel("Message").inputValue()).toBe("Are you there?");
  await page.getByLabel("Message").fill("");
});

test("the list of servers, with one in error, and the form for both kinds", async () => {
  await openAddForm(page);
  await expectAccessibleInBothThemes(page, "form, stdio");
  await expectNarrow(page, "form, stdio");
  await page.getByRole("radio", { name: "Local program (stdio)" }).press("ArrowRight");
  await page.getByLabel("URL").waitFor();
  await expectAccessibleInBothThemes(page, "form, http");
  await page.getByLabel("Name", { exact: true }).fill("Linear");
  await page.getByLabel("URL").fill(`http://127.0.0.1:${await freePort()}/mcp`);
  await page.getByLabel("Variable that holds the token").fill("LINEAR_TOKEN");
  await page.getByRole("button", { name: "Save and connect" }).click();
  await page.getByRole("alert").getByText("Loop was started without LINEAR_TOKEN.").waitFor();
  await expectAccessibleInBothThemes(page, "form, failed");
  await expectNarrow(page, "form, failed");
  await page.getByRole("link", { name: "Back to the list" }).last().click();
  await serverRow(page, "linear").getByRole("button", { name: "Retry" }).waitFor();
  await expectAccessibleInBothThemes(page, "servers");
  await expectNarrow(page, "servers");
});

test("the tools of a server are found by their letters and stand in its own words", async () => {
  await loop.api("POST", "/api/settings/mcp", {
    id: "everything",
    name: "Everything",
    enabled: true,
    transport: { type: "stdio", command: process.execPath, args: [everything, "stdio"] },
  });
  await serverRow(page, "everything")
    .getByRole("link", { name: /^Ready/ })
    .click({ timeout: 60_000 });
  await page.getByRole("searchbox", { name: "Find a tool" }).fill("sum");
  await page.getByText("1 of").waitFor();
  await page.getByRole("button", { name: /get-sum/ }).click();
  await page.getByRole("heading", { name: "get-sum" }).waitFor();
  await page.getByText("Everything’s own words. Loop has not checked them.").waitFor();
  await page.getByText("What it takes, as its server says").click();
  await page.getByRole("group", { name: "Input schema" }).waitFor();
  await expectAccessibleInBothThemes(page, "tools");
  await expectNarrow(page, "tools");
});

test("the model page, an unknown address and an unknown conversation", async () => {
  await page.goto(`${loop.origin}/settings/model`);
  await page.getByText("No model is connected yet.").waitFor();
  await expectAccessibleInBothThemes(page, "model");
  for (const path of ["/nowhere/at/all", "/c/no-such-conversation"]) {
    await page.goto(`${loop.origin}${path}`);
    await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
    await expectAccessibleInBothThemes(page, path);
  }
});

test("a conversation with a model: an answer in Markdown, nothing loaded from elsewhere", async () => {
  await loop.stop();
  loop = loop.with({ env: model.env });
  await loop.start();
  await page.goto(`${loop.origin}/`);
  await page.getByRole("heading", { name: "What should be done?" }).waitFor();
  await expectAccessibleInBothThemes(page, "new conversation");
  await expectNarrow(page, "new conversation");
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(loop.origin) && !request.url().startsWith("data:")) elsewhere.push(request.url());
  });
  await say(page, "Tell me three things");
  await page.getByText("Done with the scripted answer.").waitFor();
  const link = page.locator(".prose").getByRole("link", { name: "link" });
  expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
  await page.locator(".prose").getByText("[no picture]").waitFor();
  await expectAccessibleInBothThemes(page, "answer");
  await expectNarrow(page, "answer");
  expect(elsewhere).toEqual([]);
});

test("the drawer and the sheet of a narrow screen close with Escape and give the focus back", async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ["Show conversations", "Servers and permissions in reach"]) {
    const opener = page.getByRole("button", { name });
    await opener.click();
    await page.getByRole("dialog").waitFor();
    await expectAccessibleInBothThemes(page, name);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
});
