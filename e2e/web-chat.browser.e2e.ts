import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { freePort, makeTempDir, startWireModel, type WireModel } from "@loop/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessibleInBothThemes, expectNarrow, launchBrowser, Person } from "./browser/browser.js";
import { LoopProcess } from "./browser/loop-process.js";
import { shoot } from "./browser/shots.js";
import { addStdioServer, answer, say, step } from "./browser/steps.js";
import { talkingModel } from "./browser/talking-model.js";

const everything = fileURLToPath(
  new URL("../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url),
);

let browser: Browser;
let model: WireModel;
let loop: LoopProcess;
let person: Person;
let page: Page;

beforeAll(async () => {
  model = await startWireModel(talkingModel);
  loop = new LoopProcess({ dataDir: makeTempDir("web"), port: await freePort(), env: model.env });
  await loop.start();
  browser = await launchBrowser();
  person = await Person.at(browser, loop);
  await person.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: loop.origin });
  page = await person.signIn();
  await addStdioServer(page, { name: "Everything", command: process.execPath, args: [everything, "stdio"] });
  await page.waitForURL("**/settings/mcps", { timeout: 60_000 });
  await page.getByRole("link", { name: "Back to conversation" }).click();
});

afterAll(async () => {
  await browser?.close();
  await loop?.stop();
  await model?.close();
});

afterEach(() => {
  expect(person.complaints.splice(0)).toEqual([]);
});

test("code in an answer is told apart by class, under the page's own policy, and can be copied", async () => {
  await say(page, "Please show code");
  const typescript = page.locator(".code-block").filter({ hasText: "Nearest first." });
  await typescript.locator("span.esc").getByText("// Nearest first.").waitFor();
  expect(await typescript.locator("span.n").allInnerTexts()).toContain("export");
  expect(await typescript.locator("[style]").count()).toBe(0);
  await typescript.getByRole("button", { name: "Copy" }).click();
  await typescript.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\/\/ Nearest first\.\nexport async function nearest/);
  const inList = page.locator("li .code-block");
  await inList.first().locator("span.v").getByText('"Brest"').waitFor();
  expect(await inList.count()).toBe(2);
  expect(await page.locator(".code-block").filter({ hasText: "no highlight" }).locator("span.n").count()).toBe(0);
  await expectAccessibleInBothThemes(page, "code");
  await expectNarrow(page, "code");
  await shoot(page, "code");
});

test("a script in a step is told apart, with its numbered lines", async () => {
  await say(page, 'Please call everything.echo with {"message":"over the harbour"}');
  await answer(page, "Allow once");
  await page.getByText("and that is all.").waitFor();
  await step(page, /Script, 1 call: Everything/).click();
  const script = page.getByRole("group", { name: "Script" });
  await script.locator("span.esc").getByText("// One call, as told.").waitFor();
  await script.locator("span.v").getByText('"everything.echo"').waitFor();
  await expectAccessibleInBothThemes(page, "script");
  await shoot(page, "script");
});

test("a conversation is kept as Markdown and as JSON, named after its title", async () => {
  const markdown = await exported("Export as Markdown");
  expect(markdown.name).toBe("Please-show-code.md");
  expect(markdown.text).toMatch(/^# Please show code\n/);
  expect(markdown.text).toContain("// Nearest first.");
  expect(markdown.text).toContain("- Everything `echo`: Allowed once");
  const json = await exported("Export as JSON");
  expect(json.name).toBe("Please-show-code.json");
  expect(JSON.parse(json.text)).toMatchObject({
    format: "loop-conversation",
    conversation: { title: "Please show code" },
  });
});

async function exported(word: string) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  const started = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: word }).click();
  const file = await started;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("conversations are found by the words of their titles", async () => {
  for (const title of ["Marées à Brest", "Release 2.4 notes"]) {
    await loop.api("POST", "/api/conversations", { title });
  }
  const list = page.getByRole("navigation", { name: "Conversations" });
  await list.getByRole("link", { name: "Release 2.4 notes" }).waitFor();
  await list.getByLabel("Find by title").fill("brest maree");
  await list.getByRole("link", { name: "Release 2.4 notes" }).waitFor({ state: "detached" });
  expect(await list.getByRole("listitem").allInnerTexts()).toEqual(["Marées à Brest"]);
  await shoot(page, "search");
  await list.getByLabel("Find by title").fill("nothing like it");
  await list.getByText("No conversation has these words in its title.").waitFor();
  await expectAccessibleInBothThemes(page, "search without result");
  await page.keyboard.press("Escape");
  await list.getByRole("link", { name: "Release 2.4 notes" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Show conversations" }).click();
  await page.getByRole("dialog").getByLabel("Find by title").fill("release");
  await expectAccessibleInBothThemes(page, "search in the drawer");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await shoot(page, "menu");
  await page.keyboard.press("Escape");
});

test("the last words can be sent again, as a new turn that repeats no call by itself", async () => {
  await page.getByRole("link", { name: "New conversation" }).click();
  await say(page, "Say tide");
  await page.getByText("You said: tide.").waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => page.getByText("You said: tide.").count()).toBe(2);
  expect(await page.locator("p.you").allInnerTexts()).toEqual(["Say tide", "Say tide"]);
  await page.locator("p.you").last().hover();
  await shoot(page, "said-actions");
});

test("an edited message goes on in a copy: what is above comes along, the conversation before it stays", async () => {
  await say(page, "Say third");
  await page.getByText("You said: third.").waitFor();
  const before = new URL(page.url()).pathname;
  await page.getByRole("article").filter({ hasText: "Say third" }).hover();
  await page.getByRole("button", { name: "Edit and resend" }).last().click();
  const field = page.getByLabel("Your message, to be changed");
  expect(await field.inputValue()).toBe("Say third");
  await page.getByText("Continues in a new conversation with everything above.").waitFor();
  await expectAccessibleInBothThemes(page, "edit a message");
  await expectNarrow(page, "edit a message");
  await shoot(page, "edit");
  await field.fill("Say fourth");
  await page.getByRole("button", { name: "Send in a new conversation" }).click();
  await page.getByText("You said: fourth.").waitFor();
  expect(new URL(page.url()).pathname).not.toBe(before);
  expect(await page.locator("p.you").allInnerTexts()).toEqual(["Say tide", "Say tide", "Say fourth"]);
  await page.getByRole("heading", { name: "Say tide, edited" }).waitFor();
  await page.goto(`${loop.origin}${before}`);
  await page.getByText("You said: third.").waitFor();
  expect(await page.locator("p.you").allInnerTexts()).toEqual(["Say tide", "Say tide", "Say third"]);
});

test("while a message is edited, Escape leaves it as it was", async () => {
  await page.getByRole("button", { name: "Edit and resend" }).first().click();
  await page.keyboard.type(" and more");
  await page.keyboard.press("Escape");
  await page.getByLabel("Your message, to be changed").waitFor({ state: "detached" });
  expect(await page.locator("p.you").first().innerText()).toBe("Say tide");
});
