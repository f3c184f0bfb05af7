import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fakeStdioCommand, freePort, makeTempDir, startWireModel, type WireModel, waitUntil } from "@loop/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchBrowser, Person } from "./browser/browser.js";
import { LoopProcess } from "./browser/loop-process.js";
import { obedientModel } from "./browser/scripted-model.js";
import { addStdioServer, answer, card, openAddForm, say, serverRow, step } from "./browser/steps.js";

const dataDir = makeTempDir("web");
const secret = "a-secret-nobody-sees-again";

let browser: Browser;
let model: WireModel;
let loop: LoopProcess;
let person: Person;
let page: Page;

beforeAll(async () => {
  model = await startWireModel(obedientModel);
  loop = new LoopProcess({ dataDir, port: await freePort(), env: model.env });
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

const scrollTop = () => page.locator(".form-column .scroll").evaluate((element) => element.scrollTop);

test("the form keeps its place, stays on failure, and saving again is an update [UI-02]", async () => {
  const good = fakeStdioCommand();
  await page.setViewportSize({ width: 1280, height: 600 });
  await openAddForm(page);
  await page.getByLabel("Name", { exact: true }).fill("Fake");
  await page.getByLabel("Command").fill("there-is-no-such-program");
  for (const [index, argument] of good.args.entries()) {
    await page.getByRole("button", { name: "Add argument" }).click();
    await page.getByLabel(`Argument ${index + 1}`, { exact: true }).fill(argument);
  }
  await page.getByRole("button", { name: "Add value" }).click();
  await page.getByLabel("Values: Name").fill("API_TOKEN");
  await page.getByLabel("Value API_TOKEN").fill(secret);
  await page.getByRole("button", { name: "Add variable" }).scrollIntoViewIfNeeded();
  const before = await scrollTop();
  expect(before).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Save and connect" }).click();
  await page.getByRole("alert").getByText("There is no program called there-is-no-such-program").waitFor();
  expect(Math.abs((await scrollTop()) - before)).toBeLessThan(4);
  expect(page.url()).toContain("/settings/mcps/add");
  await page.getByLabel("Command").fill(good.command);
  await page.getByText("Enter it again: what it is sent to has changed.").waitFor();
  await page.getByLabel("Value API_TOKEN").fill(secret);
  await page.getByRole("button", { name: "Save and connect" }).click();
  await page.waitForURL("**/settings/mcps");
  await serverRow(page, "fake")
    .getByRole("link", { name: /^Ready/ })
    .waitFor();
  await page.setViewportSize({ width: 1280, height: 860 });
});

test("a saved value is shown as saved and never again, and is kept by a save that does not touch it [CFG-13] [CFG-14]", async () => {
  await page.getByRole("link", { name: "Edit Fake" }).click();
  await page.getByText("Saved, never shown").waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.getByLabel("Name", { exact: true }).fill("Fake, renamed");
  await page.getByRole("button", { name: "Save and connect" }).click();
  await page.waitForURL("**/settings/mcps");
  await page.getByText("Fake, renamed").waitFor();
  expect(readFileSync(join(dataDir, "mcp.json"), "utf8")).toContain(secret);
});

test("the form says what stays readable, what lies in the file, and what a local program may do [CFG-20] [CFG-21] [PER-11] [PER-12]", async () => {
  await page.getByRole("link", { name: "Edit Fake, renamed" }).click();
  await page.getByText("Put no password or token here.").waitFor();
  await page.getByText("Values are kept as plain text in mcp.json").waitFor();
  await page.getByText("It runs with your own rights, outside Loop’s sandbox").waitFor();
  expect(await page.getByText(/approval|permission for|per tool/i).count()).toBe(0);
  await page.getByRole("radio", { name: "Address (HTTP)" }).click();
  await page.getByText("Put no password or token in it.").waitFor();
  await page.getByRole("link", { name: "Cancel" }).click();
});

test("Back returns to the list while discovery goes on [UI-02]", async () => {
  const slow = fakeStdioCommand({ process: { startDelayMs: 2_500 } });
  await addStdioServer(page, { name: "Slow", command: slow.command, args: slow.args });
  await page.getByText("Saved. Connecting to Slow").waitFor();
  await page.getByText(/0:0\d of 2:00/).waitFor();
  await page.getByRole("link", { name: "Back to the list" }).last().click();
  await serverRow(page, "slow")
    .getByText(/^Connecting, 0:0\d of 2:00$/)
    .waitFor();
  await serverRow(page, "slow")
    .getByRole("link", { name: /^Ready/ })
    .waitFor();
});

test("a second tab sees the list as it is, without being touched [API-10]", async () => {
  const other = await person.open("/settings/mcps");
  await serverRow(other, "slow")
    .getByRole("link", { name: /^Ready/ })
    .waitFor();
  await page.getByRole("switch", { name: "Slow" }).click();
  await serverRow(other, "slow").getByText("Disabled").waitFor();
  await other.getByRole("switch", { name: "Slow" }).click();
  await serverRow(page, "slow")
    .getByRole("link", { name: /^Ready/ })
    .waitFor();
  await other.close();
});

test("deleting stops a server at once and can be taken back; left alone it is gone [WEB-05]", async () => {
  await page.getByRole("button", { name: "Delete Slow" }).click();
  await serverRow(page, "slow").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await serverRow(page, "slow")
    .getByRole("link", { name: /^Ready/ })
    .waitFor();
  await page.getByRole("button", { name: "Delete Slow" }).click();
  await page.getByText("Slow is off and will be deleted.").waitFor();
  await page.getByText("Slow is off and will be deleted.").waitFor({ state: "detached", timeout: 15_000 });
  expect(JSON.stringify(await loop.api("GET", "/api/settings/mcp"))).not.toContain('"slow"');
});

test("the preset is in view, changed in two presses, and counts for the next call [PER-01] [PER-02] [UI-06]", async () => {
  await page.getByRole("link", { name: "Back to conversation" }).click();
  await say(page, 'Please call fake.echo with {"text":"asked"}');
  await answer(page, "Allow once");
  await page.getByText("The answer is asked, and that is all.").waitFor();
  await page.getByRole("button", { name: "Permission of this session: Workspace write" }).click();
  await page.getByText("No level limits what a local server itself can do on this computer.").waitFor();
  await page.getByRole("menuitemradio", { name: /Full access/ }).click();
  await page.getByRole("button", { name: "Permission of this session: Full access" }).waitFor();
  await say(page, 'Please call fake.echo with {"text":"unasked"}');
  await page.getByText("The answer is unasked, and that is all.").waitFor();
  await step(page, /Script, 1 call: Fake/)
    .last()
    .click();
  await page.getByText("Allowed, full access").waitFor();
  expect(await card(page).count()).toBe(0);
});

test("a conversation is renamed in place, and its deletion can be taken back", async () => {
  const path = new URL(page.url()).pathname;
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("Name of this conversation").fill("Harbour notes");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Harbour notes" }).waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete conversation" }).click();
  await page.getByRole("link", { name: "Harbour notes" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Harbour notes" }).click();
  expect(new URL(page.url()).pathname).toBe(path);
});

test("the theme follows the system until it is chosen, and the choice is kept", async () => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await ground()).toBe("light");
  await page.getByRole("button", { name: "Theme: as the system" }).click();
  await page.getByRole("button", { name: "Theme: light" }).click();
  await page.getByRole("button", { name: "Theme: dark" }).waitFor();
  expect(await ground()).toBe("dark");
  await page.reload();
  await page.getByRole("button", { name: "Theme: dark" }).waitFor();
  expect(await ground()).toBe("dark");
  await page.getByRole("button", { name: "Theme: dark" }).click();
});

test("a lost sign-in is said as what it is, and goes away once the link was opened again", async () => {
  const text = "a draft that stays";
  await page.getByLabel("Message").fill(text);
  await person.context.clearCookies();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("heading", { name: "You are not signed in" }).waitFor();
  const again = await person.signIn();
  await page.bringToFront();
  await page.getByLabel("Message").waitFor();
  expect(await page.getByLabel("Message").inputValue()).toBe(text);
  await again.close();
});

test("leaving the page deletes what was to be deleted", async () => {
  const { conversation } = await made();
  const tab = await person.open(`/c/${conversation.id}`);
  await tab.getByRole("button", { name: "More" }).click();
  await tab.getByRole("menuitem", { name: "Delete conversation" }).click();
  await tab.getByText("Conversation deleted.").waitFor();
  await tab.goto("about:blank");
  const isGone = async () => !JSON.stringify(await loop.api("GET", "/api/conversations")).includes(conversation.id);
  await waitUntil(isGone, { withinMs: 5_000, everyMs: 50, what: "the conversation is gone" });
  await tab.close();
});

async function made(): Promise<{ readonly conversation: { readonly id: string } }> {
  const reply = await loop.api("POST", "/api/conversations", { title: "To be deleted" });
  const id = /"id":"([^"]+)"/.exec(JSON.stringify(reply))?.[1] ?? "";
  return { conversation: { id } };
}
